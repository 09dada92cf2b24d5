<?php
/**
 * JSON of the service.
 *
 * @package Geolet
 */

defined( 'ABSPATH' ) || exit;

/**
 * Reads JSON as Geolet's other proxies do: behind a byte order mark, and nested as deeply as it likes. PHP's own parser
 * gives up at some thousand levels.
 */
final class Geolet_Json {
	/** PHP's usual bound. What is deeper is no field of a record. */
	private const DEPTH = 512;

	/**
	 * Reads an object.
	 *
	 * @param string $text JSON.
	 * @return array<string|int, mixed>|null Null for anything else.
	 */
	public static function read_object( string $text ): ?array {
		$text = preg_replace( '/^\xef\xbb\xbf/', '', $text );
		if ( '{' !== substr( ltrim( $text, " \t\r\n" ), 0, 1 ) ) {
			return null;
		}
		$value = self::decode( $text );
		if ( null === $value && JSON_ERROR_DEPTH === json_last_error() ) {
			$flat  = self::flatten( $text );
			$value = null === $flat ? null : self::decode( $flat );
		}
		return is_array( $value ) ? $value : null;
	}

	/**
	 * All texts and numbers in JSON, names among them, as they are once they are read.
	 *
	 * @param string $json As it came.
	 * @return string One in a line.
	 */
	public static function texts( string $json ): string {
		preg_match_all( '/"(?:[^"\\\\]++|\\\\.)*+"|\d[\d.e+-]*+/si', $json, $found );
		return implode( "\n", array_map( array( self::class, 'decode' ), $found[0] ) );
	}

	/**
	 * Reads a value.
	 *
	 * @param string $json JSON.
	 * @return mixed Null also for what is no JSON.
	 */
	private static function decode( string $json ) {
		// Half of a surrogate pair, at which PHP gives up, becomes the replacement character.
		$whole = preg_replace_callback(
			'/\\\\(?:u(d[89ab][\da-f]{2}\\\\ud[c-f][\da-f]{2})|u(d[89a-f][\da-f]{2})|.)/is',
			static function ( $escape ) {
				return isset( $escape[2] ) ? '\ufffd' : $escape[0];
			},
			$json
		);
		return json_decode( $whole ?? '', true, self::DEPTH, JSON_INVALID_UTF8_SUBSTITUTE );
	}

	/**
	 * Puts an empty list in the place of each list and object within another one. Each is read by itself before, so that
	 * what is no JSON is still found.
	 *
	 * @param string $json JSON of any depth.
	 * @return string|null Null for what is no JSON.
	 */
	private static function flatten( string $json ): ?string {
		preg_match_all( '/"(?:[^"\\\\]++|\\\\.)*+"|[\[\]{}]|[^"\[\]{}]++|"/s', $json, $pieces );
		$open = array( '' );
		foreach ( $pieces[0] as $piece ) {
			if ( '[' === $piece || '{' === $piece ) {
				$open[] = $piece;
				continue;
			}
			$open[ count( $open ) - 1 ] .= $piece;
			if ( ']' === $piece || '}' === $piece ) {
				$value = array_pop( $open );
				if ( array() === $open || null === self::decode( $value ) ) {
					return null;
				}
				$open[ count( $open ) - 1 ] .= 1 === count( $open ) ? $value : '[]';
			}
		}
		return 1 === count( $open ) ? $open[0] : null;
	}
}
