<?php
/**
 * The header Forwarded.
 *
 * @package Geolet
 */

defined( 'ABSPATH' ) || exit;

/**
 * Reads `Forwarded` from its end, where each server adds its element: from that side a valid element has only one
 * reading, whatever the visitor wrote before it.
 *
 * @link https://www.rfc-editor.org/rfc/rfc7239#section-4
 */
final class Geolet_Forwarded {
	/**
	 * Splits the header into its elements. One that is not valid comes in one piece with everything before it.
	 *
	 * @param string $header Its value.
	 * @return string[]
	 */
	public static function split( string $header ): array {
		$elements = array();
		for ( $end = strlen( $header ); $end >= 0; ) {
			$element    = self::read_last_element( $header, $end );
			$start      = null === $element ? 0 : $element['start'];
			$elements[] = substr( $header, $start, $end - $start );
			$end        = $start - 1;
		}
		return array_reverse( $elements );
	}

	/**
	 * The address that an element names.
	 *
	 * @param string $text One element.
	 */
	public static function parse( string $text ): ?Geolet_Address {
		$element = self::read_last_element( $text, strlen( $text ) );
		if ( null === $element || 0 !== $element['start'] ) {
			return null;
		}
		// A port behind it, which may be an invented name, is ignored.
		$node = '/^(?:([\d.]+)|\[([\da-f:.]+)\])(?::(?:\d{1,5}|_[\w.-]+))?$/Di';
		if ( ! preg_match( $node, $element['parameters']['for'] ?? '', $found ) ) {
			return null;
		}
		return Geolet_Address::parse( '' === $found[1] ? $found[2] : $found[1] );
	}

	/**
	 * Reads the element that ends right before a position. Between two semicolons there may be nothing.
	 *
	 * @param string $header The whole header.
	 * @param int    $end    The position.
	 * @return array{parameters: array<string, string>, start: int}|null Where it starts: behind a comma, or at 0.
	 */
	private static function read_last_element( string $header, int $end ): ?array {
		$parameters = array();
		for ( $position = self::skip_blanks( $header, $end ); ; $position = self::skip_blanks( $header, $position - 1 ) ) {
			if ( ! self::is_separator( $header, $position - 1 ) ) {
				$pair = self::read_last_pair( $header, $position );
				if ( null === $pair || isset( $parameters[ $pair['name'] ] ) ) {
					return null;
				}
				$parameters[ $pair['name'] ] = $pair['value'];
				$position                    = self::skip_blanks( $header, $pair['start'] );
			}
			if ( $position > 0 && ';' === $header[ $position - 1 ] ) {
				continue;
			}
			$is_whole = self::is_separator( $header, $position - 1 ) && ! self::is_inside_quotes( $header, $position );
			return $is_whole ? array(
				'parameters' => $parameters,
				'start'      => $position,
			) : null;
		}
	}

	/**
	 * Whether this can stand before a pair: a semicolon, a comma, or the beginning of the header.
	 *
	 * @param string $header   The whole header.
	 * @param int    $position Of the character.
	 */
	private static function is_separator( string $header, int $position ): bool {
		return $position < 0 || ';' === $header[ $position ] || ',' === $header[ $position ];
	}

	/**
	 * Whether the comma before a position may be part of a quoted text. A server that does not escape quotes writes a
	 * visitor's Host header such as `x,for=192.0.2.1;y="` between quotes of its own. Then an open quote stands before
	 * the comma and no blank behind it, since a host contains none. Servers that add an element write a blank.
	 *
	 * @param string $header The whole header.
	 * @param int    $start  The position.
	 */
	private static function is_inside_quotes( string $header, int $start ): bool {
		if ( isset( $header[ $start ] ) && ( ' ' === $header[ $start ] || "\t" === $header[ $start ] ) ) {
			return false;
		}
		// Everything behind it is valid and so has quotes in pairs. An open quote before it makes their number odd.
		return 1 === substr_count( preg_replace( '/\\\\./', '', $header ), '"' ) % 2;
	}

	/**
	 * Reads the `name=value` that ends right before a position.
	 *
	 * @param string $header The whole header.
	 * @param int    $end    The position.
	 * @return array{name: string, value: string, start: int}|null
	 */
	private static function read_last_pair( string $header, int $end ): ?array {
		$before = substr( $header, 0, $end );
		$name   = '([\w!#$%&\'*+.^`|~-]+)';
		if ( preg_match( "/$name=$name$/D", $before, $found, PREG_OFFSET_CAPTURE ) ) {
			$value = $found[2][0];
		} elseif ( preg_match( "/$name" . '="((?:[^"\\\\]|\\\\.)*)"$/Ds', $before, $found, PREG_OFFSET_CAPTURE ) ) {
			$value = preg_replace( '/\\\\(.)/s', '$1', $found[2][0] );
		} else {
			return null;
		}
		return array(
			'name'  => strtolower( $found[1][0] ),
			'value' => $value,
			'start' => $found[1][1],
		);
	}

	/**
	 * The first position before which no blank stands.
	 *
	 * @param string $header The whole header.
	 * @param int    $end    Where to begin.
	 */
	private static function skip_blanks( string $header, int $end ): int {
		while ( $end > 0 && ( ' ' === $header[ $end - 1 ] || "\t" === $header[ $end - 1 ] ) ) {
			--$end;
		}
		return max( $end, 0 );
	}
}
