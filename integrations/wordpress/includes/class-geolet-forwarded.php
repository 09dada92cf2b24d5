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
	/** Those of a name, and of a value without quotes. */
	private const TOKEN_CHARACTERS = '!#$%&\'*+-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ^_`abcdefghijklmnopqrstuvwxyz|~';

	/**
	 * The addresses that its elements name, the nearest server's first. An element that is not valid is the last: it
	 * comes in one piece with everything before it.
	 *
	 * @param string $header Its value.
	 * @return array<int, Geolet_Address|null>
	 */
	public static function read( string $header ): array {
		$text           = (string) substr( $header, -Geolet_Visitor::MAX_CHARACTERS );
		$is_cut         = strlen( $text ) < strlen( $header );
		$has_open_quote = self::has_odd_quotes( $header );
		$addresses      = array();
		for ( $end = strlen( $text ); $end >= 0 && count( $addresses ) < Geolet_Visitor::MAX_ENTRIES; ) {
			$element     = self::read_last_element( $text, $end, $has_open_quote );
			$is_whole    = null !== $element && ! ( $is_cut && 0 === $element['start'] );
			$addresses[] = $is_whole ? self::parse_node( $element['parameters']['for'] ?? '' ) : null;
			$end         = $is_whole ? $element['start'] - 1 : -1;
		}
		return $addresses;
	}

	/**
	 * The address of a node. A port behind it, which may be an invented name, is ignored.
	 *
	 * @param string $node The value of `for`.
	 */
	private static function parse_node( string $node ): ?Geolet_Address {
		$form = '/^(?:([\d.]+)|\[([\da-f:.]+)\])(?::(?:\d{1,5}|_[\w.-]+))?$/Di';
		if ( ! preg_match( $form, $node, $found ) ) {
			return null;
		}
		return Geolet_Address::parse( '' === $found[1] ? $found[2] : $found[1] );
	}

	/**
	 * Reads the element that ends right before a position. Between two semicolons there may be nothing.
	 *
	 * @param string $header         What is read of the header.
	 * @param int    $end            The position.
	 * @param bool   $has_open_quote Whether the quotes of the whole header are not in pairs.
	 * @return array{parameters: array<string, string>, start: int}|null Where it starts: behind a comma, or at 0.
	 */
	private static function read_last_element( string $header, int $end, bool $has_open_quote ): ?array {
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
			$is_valid = self::is_separator( $header, $position - 1 )
				&& ! ( $has_open_quote && self::may_be_in_host( $header, $position ) );
			return $is_valid ? array(
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
	 * Whether the comma before a position may be part of a quoted text, where a quote is open. A server that does not
	 * escape quotes writes a visitor's Host header such as `x,for=192.0.2.1;y="` between quotes of its own. Then no
	 * blank stands behind the comma, since a host contains none. Servers that add an element write a blank.
	 *
	 * @param string $header What is read of the header.
	 * @param int    $start  The position.
	 */
	private static function may_be_in_host( string $header, int $start ): bool {
		return ! isset( $header[ $start ] ) || ( ' ' !== $header[ $start ] && "\t" !== $header[ $start ] );
	}

	/**
	 * Whether a quote is open. Valid elements have quotes in pairs: an open one before them makes the number odd.
	 *
	 * @param string $header The whole header.
	 */
	private static function has_odd_quotes( string $header ): bool {
		return 1 === substr_count( preg_replace( '/\\\\./s', '', $header ), '"' ) % 2;
	}

	/**
	 * Reads the `name=value` that ends right before a position. No pattern that is searched for from the beginning: each
	 * would read the whole header again.
	 *
	 * @param string $header What is read of the header.
	 * @param int    $end    The position.
	 * @return array{name: string, value: string, start: int}|null
	 */
	private static function read_last_pair( string $header, int $end ): ?array {
		$is_quoted   = $end > 0 && '"' === $header[ $end - 1 ];
		$value_start = $is_quoted ? self::start_of_quoted( $header, $end ) : self::start_of_token( $header, $end );
		if ( null === $value_start || $value_start < 1 || '=' !== $header[ $value_start - 1 ] ) {
			return null;
		}
		$start = self::start_of_token( $header, $value_start - 1 );
		if ( null === $start ) {
			return null;
		}
		$value = substr( $header, $value_start, $end - $value_start );
		return array(
			'name'  => strtolower( substr( $header, $start, $value_start - 1 - $start ) ),
			'value' => $is_quoted ? preg_replace( '/\\\\(.)/s', '$1', substr( $value, 1, -1 ) ) : $value,
			'start' => $start,
		);
	}

	/**
	 * Where the token begins that ends right before a position.
	 *
	 * @param string $header What is read of the header.
	 * @param int    $end    The position.
	 */
	private static function start_of_token( string $header, int $end ): ?int {
		$start = $end;
		while ( $start > 0 && false !== strpos( self::TOKEN_CHARACTERS, $header[ $start - 1 ] ) ) {
			--$start;
		}
		return $start < $end ? $start : null;
	}

	/**
	 * Where the quoted text begins that ends right before a position. A quote inside has an odd number of backslashes
	 * before it.
	 *
	 * @link https://www.rfc-editor.org/rfc/rfc9110#section-5.6.4
	 * @param string $header What is read of the header.
	 * @param int    $end    The position.
	 */
	private static function start_of_quoted( string $header, int $end ): ?int {
		if ( 1 === self::backslashes_before( $header, $end - 1 ) % 2 ) {
			return null;
		}
		for ( $start = $end - 2; $start >= 0; $start-- ) {
			if ( '"' === $header[ $start ] && 0 === self::backslashes_before( $header, $start ) % 2 ) {
				return $start;
			}
		}
		return null;
	}

	/**
	 * How many backslashes stand right before a position.
	 *
	 * @param string $header   What is read of the header.
	 * @param int    $position The position.
	 */
	private static function backslashes_before( string $header, int $position ): int {
		$count = 0;
		while ( $position - 1 - $count >= 0 && '\\' === $header[ $position - 1 - $count ] ) {
			++$count;
		}
		return $count;
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
