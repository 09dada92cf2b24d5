<?php
/**
 * The settings page.
 *
 * @package Geolet
 */

defined( 'ABSPATH' ) || exit;

/**
 * A page below Settings, for who may manage options. WordPress's Settings API checks the right and the nonce when it is
 * saved.
 */
final class Geolet_Settings_Page {
	private const PAGE = 'geolet';

	/**
	 * Registers the page.
	 */
	public static function register() {
		add_action( 'admin_init', array( self::class, 'add_fields' ) );
		add_action( 'admin_menu', array( self::class, 'add_page' ) );
		Geolet_Shortcode_Writer::register();
		add_filter( 'plugin_action_links_' . plugin_basename( GEOLET_PLUGIN_FILE ), array( self::class, 'add_link' ) );
	}

	/**
	 * Adds the page to the menu.
	 */
	public static function add_page() {
		add_options_page( __( 'Geolet', 'geolet' ), __( 'Geolet', 'geolet' ), 'manage_options', self::PAGE, array( self::class, 'print_page' ) );
	}

	/**
	 * Adds a link to the page where plugins are listed.
	 *
	 * @param string[] $links Of this plugin.
	 * @return string[]
	 */
	public static function add_link( $links ) {
		$link = '<a href="' . esc_url( admin_url( 'options-general.php?page=' . self::PAGE ) ) . '">' . esc_html__( 'Settings', 'geolet' ) . '</a>';
		return array_merge( array( $link ), $links );
	}

	/**
	 * Registers the option and its fields.
	 */
	public static function add_fields() {
		register_setting(
			self::PAGE,
			Geolet_Settings::OPTION,
			array(
				'type'              => 'object',
				'sanitize_callback' => array( self::class, 'sanitize' ),
			)
		);
		foreach ( Geolet_Settings_Form::sections() as $id => $section ) {
			add_settings_section( "geolet-$id", $section['title'], '__return_null', self::PAGE );
			foreach ( $section['fields'] as $name => $label ) {
				$is_one = ! in_array( $name, array( 'source', 'consent', 'script', 'firstFrame', 'rates', 'expose', 'gpc' ), true );
				add_settings_field(
					"geolet-$name",
					$label,
					array( Geolet_Settings_Form::class, 'print_field' ),
					self::PAGE,
					"geolet-$id",
					array( 'name' => $name ) + ( $is_one ? array( 'label_for' => "geolet-$name" ) : array() )
				);
			}
		}
	}

	/**
	 * Checks what was sent, by the page or by a program that sets the option.
	 *
	 * @param mixed $sent As it came.
	 * @return array<string, mixed>
	 */
	public static function sanitize( $sent ) {
		$saver = new Geolet_Settings_Saver( array( self::class, 'tell' ) );
		return $saver->save( is_array( $sent ) ? $sent : array() );
	}

	/**
	 * Tells the owner on the page. WordPress prints such messages as HTML.
	 *
	 * @param string $name Of the setting.
	 * @param string $text What is wrong with it.
	 */
	public static function tell( string $name, string $text ) {
		if ( ! function_exists( 'add_settings_error' ) ) {
			return;
		}
		// WordPress sanitizes an option twice when it is saved for the first time.
		if ( ! in_array( "geolet-$name", wp_list_pluck( get_settings_errors( self::PAGE ), 'code' ), true ) ) {
			add_settings_error( self::PAGE, "geolet-$name", esc_html( $text ) );
		}
	}

	/**
	 * Prints the page.
	 */
	public static function print_page() {
		if ( ! current_user_can( 'manage_options' ) ) {
			return;
		}
		echo '<div class="wrap"><h1>' . esc_html( get_admin_page_title() ) . '</h1>';
		printf(
			'<p>%s <a href="%s">%s</a></p>',
			esc_html__( 'Whether all of this works is checked by', 'geolet' ),
			esc_url( admin_url( 'site-health.php' ) ),
			esc_html__( 'Site Health', 'geolet' )
		);
		echo '<form action="options.php" method="post">';
		settings_fields( self::PAGE );
		do_settings_sections( self::PAGE );
		submit_button();
		echo '</form>';
		Geolet_Shortcode_Writer::print_section();
		echo '</div>';
	}
}
