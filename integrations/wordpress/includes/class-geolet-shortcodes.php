<?php
/**
 * Shortcodes.
 *
 * @package Geolet
 */

defined( 'ABSPATH' ) || exit;

/**
 * Elements as shortcodes, for the classic editor and for page builders: `[geo-text template="{city}"]your city[/geo-text]`
 * is the element with the same name and attributes. WordPress ends a shortcode's attribute at a `]`.
 */
final class Geolet_Shortcodes {
	/**
	 * Registers a shortcode for each element.
	 */
	public static function register() {
		foreach ( array_keys( Geolet_Contract::get( 'elements' ) ) as $tag ) {
			add_shortcode( $tag, array( self::class, 'html' ) );
		}
	}

	/**
	 * The element, with the shortcodes of others in it done.
	 *
	 * @param array<string|int, string>|string $attributes As they were written; those without a value have a number.
	 * @param string|null                      $content    Between the tags.
	 * @param string                           $tag        Its name.
	 */
	public static function html( $attributes, $content, $tag ): string {
		return self::element( $tag, $attributes, do_shortcode( (string) $content ) );
	}

	/**
	 * The element.
	 *
	 * @param string                           $tag        Its name.
	 * @param array<string|int, string>|string $attributes As they were written; those without a value have a number.
	 * @param string                           $content    Between the tags.
	 */
	public static function element( string $tag, $attributes, string $content ): string {
		$known = array_merge( Geolet_Contract::get( 'elements' )[ $tag ], array( 'class', 'id', 'lang', 'slot', 'hidden' ) );
		$html  = "<$tag";
		foreach ( is_array( $attributes ) ? $attributes : array() as $name => $value ) {
			if ( is_int( $name ) && in_array( $value, $known, true ) ) {
				$html .= " $value";
			} elseif ( in_array( $name, $known, true ) ) {
				$html .= " $name=\"" . esc_attr( 'href' === $name ? self::address( $value ) : $value ) . '"';
			}
		}
		return "$html>$content</$tag>";
	}

	/**
	 * An address, which may begin with the page's own path, `{path}`. The widget checks it again once that is filled in.
	 *
	 * @param string $value As it was written.
	 */
	private static function address( string $value ): string {
		return preg_match( '~^(?:https?://|/(?!/)|[?#]|\{path\})~Di', $value ) ? $value : '';
	}
}
