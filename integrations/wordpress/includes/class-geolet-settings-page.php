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
				$is_one = ! in_array( $name, array( 'source', 'consent', 'firstFrame', 'expose' ), true );
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
	 * Checks what was sent. What is wrong is told, and stays as it was.
	 *
	 * @param mixed $sent As it came from the page, or from a program that sets the option.
	 * @return array<string, mixed>
	 */
	public static function sanitize( $sent ) {
		$stored   = get_option( Geolet_Settings::OPTION, array() );
		$settings = is_array( $stored ) ? $stored : array();
		$sent     = is_array( $sent ) ? $sent : array();
		if ( isset( $sent['fields'] ) && is_array( $sent['fields'] ) ) {
			$sent += self::exposure( $sent['fields'] );
		}
		foreach ( array_intersect_key( $sent, Geolet_Settings::defaults() ) as $name => $value ) {
			try {
				$settings[ $name ] = Geolet_Settings::parse( $name, $value );
				if ( 'upstream' === $name ) {
					$settings[ $name ] = Geolet_Settings::parse_upstream( $settings[ $name ], Geolet_Settings::raw() );
				}
			} catch ( InvalidArgumentException $problem ) {
				self::tell( $name, $problem->getMessage() );
			}
		}
		self::save_key( $sent );
		return $settings;
	}

	/**
	 * What the ticked fields mean.
	 *
	 * @param array<int, mixed> $ticked Names of fields.
	 * @return array{expose: string[], withhold: string[]}
	 */
	private static function exposure( array $ticked ): array {
		$exposure = array(
			'expose'   => array(),
			'withhold' => array(),
		);
		foreach ( Geolet_Contract::get( 'fields' ) as $name => $field ) {
			$is_on = in_array( $name, $ticked, true );
			if ( 'off' === $field['exposure'] && $is_on ) {
				$exposure['expose'][] = $name;
			} elseif ( 'off' !== $field['exposure'] && ! $is_on ) {
				$exposure['withhold'][] = $name;
			}
		}
		return $exposure;
	}

	/**
	 * Saves the key in an option of its own, which is not loaded with every page.
	 *
	 * @param array<string, mixed> $sent As it came.
	 */
	private static function save_key( array $sent ) {
		$key = isset( $sent['key'] ) && is_string( $sent['key'] ) ? trim( $sent['key'] ) : '';
		if ( isset( $sent['forgetKey'] ) ) {
			delete_option( Geolet_Settings::KEY_OPTION );
		} elseif ( '' !== $key ) {
			try {
				update_option( Geolet_Settings::KEY_OPTION, Geolet_Settings::parse_key( $key ), false );
			} catch ( InvalidArgumentException $problem ) {
				self::tell( 'key', $problem->getMessage() );
			}
		}
	}

	/**
	 * Tells the owner on the page.
	 *
	 * @param string $name Of the setting.
	 * @param string $text What is wrong with it.
	 */
	private static function tell( string $name, string $text ) {
		if ( ! function_exists( 'add_settings_error' ) ) {
			return;
		}
		// WordPress sanitizes an option twice when it is saved for the first time.
		if ( ! in_array( "geolet-$name", wp_list_pluck( get_settings_errors( self::PAGE ), 'code' ), true ) ) {
			add_settings_error( self::PAGE, "geolet-$name", $text );
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
		echo '</form></div>';
	}
}
