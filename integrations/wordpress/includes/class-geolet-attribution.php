<?php
/**
 * The link to where the data come from.
 *
 * @package Geolet
 */

defined( 'ABSPATH' ) || exit;

/**
 * Some data must be credited with a link on pages that use them, and the service says so. The shortcode
 * `[geolet_attribution]`, the widget and the block are that link, and nothing where none is due.
 */
final class Geolet_Attribution {
	/** The option with what the service's last answer said of its data. */
	public const OPTION = 'geolet_data';

	/** The option in which WordPress keeps where the widget stands. */
	public const WIDGET_OPTION = 'widget_geolet_attribution';

	/**
	 * Registers shortcode, widget and block.
	 */
	public static function register() {
		add_shortcode( 'geolet_attribution', array( self::class, 'html' ) );
		add_action(
			'widgets_init',
			static function () {
				register_widget( 'Geolet_Attribution_Widget' );
			}
		);
		add_action(
			'init',
			static function () {
				register_block_type( 'geolet/attribution', array( 'render_callback' => array( self::class, 'block' ) ) );
			}
		);
	}

	/**
	 * The link in a paragraph of its own.
	 */
	public static function block(): string {
		$link = self::html();
		return '' === $link ? '' : '<p ' . get_block_wrapper_attributes() . ">$link</p>";
	}

	/**
	 * What the service's last answer said of its data: its links, as in the header `Link`, and their day.
	 *
	 * @return array{license: string, dataDate: string}
	 */
	public static function known(): array {
		$known = get_option( self::OPTION, array() );
		$usual = array(
			'license'  => '',
			'dataDate' => '',
		);
		return ( is_array( $known ) ? $known : array() ) + $usual;
	}

	/**
	 * Remembers what an answer said, if it is new.
	 *
	 * @param array{license: string, dataDate: string} $answer Of the service.
	 */
	public static function note( array $answer ) {
		$said = array(
			'license'  => $answer['license'],
			'dataDate' => $answer['dataDate'],
		);
		if ( self::known() !== $said ) {
			update_option( self::OPTION, $said );
		}
	}

	/**
	 * The link.
	 */
	public static function html(): string {
		preg_match_all( '/<(https:[^<>]*)>/', self::known()['license'], $found );
		$links = array_map(
			static function ( $url ) {
				$host = preg_replace( '/^www\./', '', (string) wp_parse_url( $url, PHP_URL_HOST ) );
				/* translators: %s: whose data they are, such as db-ip.com. */
				$text = sprintf( __( 'IP Geolocation by %s', 'geolet' ), 'db-ip.com' === $host ? 'DB-IP' : $host );
				return '<a href="' . esc_url( $url ) . '">' . esc_html( $text ) . '</a>';
			},
			$found[1]
		);
		return implode( ', ', $links );
	}
}
