<?php
/**
 * The settings page of a network of sites.
 *
 * @package Geolet
 */

defined( 'ABSPATH' ) || exit;

/**
 * A page below Settings of the network, for who may manage its options. What is said there holds for all sites, and what
 * is left empty each site says itself. The fields that pages may see stay with the sites, or in wp-config.php.
 */
final class Geolet_Network_Page {
	private const PAGE = 'geolet';

	/** The settings that a network may say for all. */
	private const NAMES = array( 'source', 'upstream', 'key', 'endpoint', 'host', 'trust', 'trustHeader', 'gpc', 'consent', 'script', 'firstFrame', 'limit', 'dailyBudget', 'timeoutMs', 'cacheSeconds', 'staleSeconds' );

	/**
	 * Registers the page.
	 */
	public static function register() {
		add_action( 'network_admin_menu', array( self::class, 'add_page' ) );
		add_action( 'network_admin_edit_' . self::PAGE, array( self::class, 'save' ) );
		add_filter( 'network_admin_plugin_action_links_' . plugin_basename( GEOLET_PLUGIN_FILE ), array( self::class, 'add_link' ) );
	}

	/**
	 * Adds the page to the menu.
	 */
	public static function add_page() {
		add_submenu_page( 'settings.php', __( 'Geolet', 'geolet' ), __( 'Geolet', 'geolet' ), 'manage_network_options', self::PAGE, array( self::class, 'print_page' ) );
	}

	/**
	 * Adds a link to the page where plugins are listed.
	 *
	 * @param string[] $links Of this plugin.
	 * @return string[]
	 */
	public static function add_link( $links ) {
		$link = '<a href="' . esc_url( self::address() ) . '">' . esc_html__( 'Settings', 'geolet' ) . '</a>';
		return array_merge( array( $link ), $links );
	}

	/**
	 * Saves what the page has sent.
	 */
	public static function save() {
		check_admin_referer( self::PAGE );
		if ( ! current_user_can( 'manage_network_options' ) ) {
			wp_die( esc_html__( 'You may not change the settings of this network.', 'geolet' ), '', array( 'response' => 403 ) );
		}
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- Each is parsed strictly.
		$sent  = wp_unslash( $_POST[ Geolet_Settings::OPTION ] ?? array() );
		$saver = new Geolet_Settings_Saver( array( Geolet_Settings_Page::class, 'tell' ), true );
		$sent  = array_intersect_key( is_array( $sent ) ? $sent : array(), array_flip( self::NAMES ) + array( 'forgetKey' => 0 ) );
		update_site_option( Geolet_Settings::OPTION, $saver->save( $sent ) );
		if ( array() === get_settings_errors( self::PAGE ) ) {
			add_settings_error( self::PAGE, 'settings_updated', esc_html__( 'Settings saved.', 'geolet' ), 'success' );
		}
		set_transient( 'settings_errors', get_settings_errors(), 30 );
		wp_safe_redirect( add_query_arg( 'settings-updated', 'true', self::address() ) );
		exit;
	}

	/**
	 * Prints the page.
	 */
	public static function print_page() {
		if ( ! current_user_can( 'manage_network_options' ) ) {
			return;
		}
		echo '<div class="wrap"><h1>' . esc_html( get_admin_page_title() ) . '</h1>';
		settings_errors( self::PAGE );
		echo '<p>' . esc_html__( 'What you set here applies to all sites of the network, and they cannot change it. Each site sets what you leave empty. The key goes only to the service that you name here or in wp-config.php.', 'geolet' ) . '</p>';
		echo '<form action="' . esc_url( network_admin_url( 'edit.php?action=' . self::PAGE ) ) . '" method="post">';
		wp_nonce_field( self::PAGE );
		foreach ( Geolet_Settings_Form::sections() as $section ) {
			$fields = array_intersect_key( $section['fields'], array_flip( self::NAMES ) );
			if ( array() !== $fields ) {
				echo '<h2>' . esc_html( $section['title'] ) . '</h2><table class="form-table" role="presentation">';
				array_map( array( self::class, 'print_row' ), array_keys( $fields ), $fields );
				echo '</table>';
			}
		}
		submit_button();
		echo '</form></div>';
	}

	/**
	 * Prints one setting.
	 *
	 * @param string $name  Of the setting.
	 * @param string $label What it is called.
	 */
	private static function print_row( string $name, string $label ) {
		printf( '<tr><th scope="row"><label for="geolet-%s">%s</label></th><td>', esc_attr( $name ), esc_html( $label ) );
		if ( array() === Geolet_Settings_Form::choices( $name ) ) {
			self::print_input( $name );
		} else {
			self::print_choices( $name );
		}
		printf( '<p class="description" id="geolet-%s-description">%s</p>', esc_attr( $name ), esc_html( Geolet_Settings_Form::description( $name ) ) );
		if ( null !== Geolet_Settings::constant( $name ) ) {
			printf( '<p class="description">%s</p>', esc_html__( 'Set in wp-config.php.', 'geolet' ) );
		}
		echo '</td></tr>';
	}

	/**
	 * Prints a line of text. That of the key is always empty.
	 *
	 * @param string $name Of the setting.
	 */
	private static function print_input( string $name ) {
		$is_key   = 'key' === $name;
		$is_known = $is_key && '' !== Geolet_Settings::key_of_network();
		$value    = $is_key ? '' : ( Geolet_Settings::of_network()[ $name ] ?? '' );
		printf(
			'<input type="%1$s" id="geolet-%2$s" name="geolet[%2$s]" value="%3$s" placeholder="%4$s" class="regular-text code" autocomplete="off" aria-describedby="geolet-%2$s-description"%5$s>',
			$is_key ? 'password' : 'text',
			esc_attr( $name ),
			esc_attr( is_array( $value ) ? implode( ', ', $value ) : (string) $value ),
			esc_attr( $is_known ? __( 'A key is saved. Leave empty to keep it.', 'geolet' ) : '' ),
			disabled( null !== Geolet_Settings::constant( $name ), true, false )
		);
		if ( $is_known ) {
			printf( '<p><label><input type="checkbox" name="geolet[forgetKey]" value="yes"> %s</label></p>', esc_html__( 'Forget the key', 'geolet' ) );
		}
	}

	/**
	 * Prints choices, the first of which leaves it to the sites.
	 *
	 * @param string $name Of the setting.
	 */
	private static function print_choices( string $name ) {
		$chosen  = Geolet_Settings::of_network()[ $name ] ?? '';
		$choices = array( '' => __( 'each site decides', 'geolet' ) ) + Geolet_Settings_Form::choices( $name );
		printf(
			'<select id="geolet-%1$s" name="geolet[%1$s]" aria-describedby="geolet-%1$s-description"%2$s>',
			esc_attr( $name ),
			disabled( null !== Geolet_Settings::constant( $name ), true, false )
		);
		foreach ( $choices as $value => $label ) {
			printf( '<option value="%s"%s>%s</option>', esc_attr( $value ), selected( $chosen, $value, false ), esc_html( $label ) );
		}
		echo '</select>';
	}

	/**
	 * Where the page is.
	 */
	private static function address(): string {
		return network_admin_url( 'settings.php?page=' . self::PAGE );
	}
}
