<?php
/**
 * The script in pages.
 *
 * @package Geolet
 */

defined( 'ABSPATH' ) || exit;

/**
 * Puts the script tag into the head of each page, the same for all visitors, and keeps optimisers away from it.
 */
final class Geolet_Script {
	/**
	 * What optimisers know it by.
	 */
	private const NAME = 'plugins/geolet/widget/geolet';

	/**
	 * Registers what pages need.
	 */
	public static function register() {
		add_action( 'wp_head', array( self::class, 'print_tag' ), 1 );
		// WP Rocket and LiteSpeed Cache take lists, Autoptimize a text.
		foreach ( array( 'rocket_delay_js_exclusions', 'rocket_exclude_defer_js', 'rocket_exclude_js', 'litespeed_optimize_js_excludes', 'litespeed_optm_js_defer_exc' ) as $filter ) {
			add_filter( $filter, array( self::class, 'exclude' ) );
		}
		add_filter( 'autoptimize_filter_js_exclude', array( self::class, 'exclude' ) );
	}

	/**
	 * Adds the script to what an optimiser leaves alone.
	 *
	 * @param string[]|string|mixed $excluded A list, or a text with commas between.
	 * @return string[]|string|mixed
	 */
	public static function exclude( $excluded ) {
		if ( is_string( $excluded ) ) {
			return '' === $excluded ? self::NAME : $excluded . ', ' . self::NAME;
		}
		return is_array( $excluded ) ? array_merge( $excluded, array( self::NAME ) ) : $excluded;
	}

	/**
	 * Where pages ask for the record. Empty while nothing is set up.
	 */
	public static function endpoint(): string {
		$settings = Geolet_Settings::raw();
		switch ( $settings['source'] ) {
			case 'proxy':
				return (string) $settings['endpoint'];
			case 'service':
			case 'host':
				return Geolet_Route::target();
			default:
				return '';
		}
	}

	/**
	 * Prints the tag, and the snippet behind it, if the owner wants it.
	 */
	public static function print_tag() {
		$endpoint = self::endpoint();
		if ( '' === $endpoint ) {
			return;
		}
		$settings   = Geolet_Settings::raw();
		$file       = 'bindings' === $settings['script'] ? 'geolet-bindings.js' : 'geolet.js';
		$attributes = array(
			'src'              => plugins_url( "widget/$file", GEOLET_PLUGIN_FILE ) . '?' . GEOLET_PLUGIN_VERSION,
			'data-endpoint'    => $endpoint,
			'data-consent'     => 'required' === $settings['consent'] ? 'required' : null,
			// What Cloudflare, LiteSpeed and Autoptimize leave alone.
			'data-cfasync'     => 'false',
			'data-no-optimize' => '1',
			'data-no-defer'    => '1',
			'data-noptimize'   => '1',
		);
		/**
		 * The attributes of the script tag, among them settings of the widget such as `data-timeout-ms`.
		 *
		 * @param array<string, string|null> $attributes By name; null leaves one out.
		 */
		$attributes = apply_filters( 'geolet_script_attributes', $attributes );
		// What authors write in place of the attribute `hidden`.
		echo '<style>.geo-hidden{display:none}</style>';
		echo '<script async';
		foreach ( array_filter( $attributes, 'is_string' ) as $name => $value ) {
			echo ' ' . esc_attr( $name ) . '="' . esc_attr( $value ) . '"';
		}
		echo "></script>\n";
		if ( 'yes' === $settings['firstFrame'] ) {
			self::print_snippet();
		}
	}

	/**
	 * Prints the lines that make the first frame of repeat visits right. They are a file of the build.
	 */
	private static function print_snippet() {
		$snippet = file_get_contents( plugin_dir_path( GEOLET_PLUGIN_FILE ) . 'widget/geolet-snippet.js' ); // phpcs:ignore WordPress.WP.AlternativeFunctions -- A file of ours.
		if ( is_string( $snippet ) ) {
			echo '<script data-cfasync="false" data-no-optimize="1" data-noptimize="1">' . trim( $snippet ) . "</script>\n"; // phpcs:ignore WordPress.Security.EscapeOutput -- A script of ours.
		}
	}
}
