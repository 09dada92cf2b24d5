<?php
/**
 * What authors may write.
 *
 * @package Geolet
 */

defined( 'ABSPATH' ) || exit;

/**
 * Adds Geolet's markup to what WordPress keeps of posts whose author lacks the right `unfiltered_html`. Without it the
 * tags of a `<geo-if>` are taken away and its words stay: everybody reads all branches.
 *
 * That is safe: none of these elements and attributes runs a script. The addresses, classes and texts that the widget
 * writes are checked when they are written, `javascript:` among them, and `template` holds nothing that would not be
 * kept outside of it.
 */
final class Geolet_Kses {
	/**
	 * Registers the filter.
	 */
	public static function register() {
		add_filter( 'wp_kses_allowed_html', array( self::class, 'allow' ), 10, 2 );
	}

	/**
	 * Adds Geolet's markup.
	 *
	 * @param array<string, array<string, bool>|bool> $tags    What is kept, by tag.
	 * @param string|array<string, mixed>             $context Where the markup stands.
	 * @return array<string, array<string, bool>|bool>
	 */
	public static function allow( $tags, $context ) {
		if ( 'post' !== $context ) {
			return $tags;
		}
		// WordPress keeps `hidden` from 6.4 on.
		$everywhere = array(
			'hidden' => true,
			'slot'   => true,
		);
		foreach ( $tags as $tag => $attributes ) {
			if ( is_array( $attributes ) ) {
				$tags[ $tag ] = $attributes + $everywhere;
			}
		}
		$global           = $everywhere + array_fill_keys( array( 'class', 'id', 'style', 'title', 'lang', 'dir', 'role', 'data-*', 'aria-label', 'aria-labelledby', 'aria-describedby', 'aria-hidden', 'aria-live' ), true );
		$tags['template'] = $global;
		$tags['time']     = ( $tags['time'] ?? array() ) + $global + array( 'datetime' => true );
		foreach ( Geolet_Contract::get( 'elements' ) as $tag => $attributes ) {
			$tags[ $tag ] = $global + array_fill_keys( $attributes, true );
		}
		return $tags;
	}
}
