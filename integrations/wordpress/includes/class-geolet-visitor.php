<?php
/**
 * Whose request it is.
 *
 * @package Geolet
 */

defined( 'ABSPATH' ) || exit;

/**
 * Finds the visitor's address. The entries of the trusted header are read from the right, since each server adds its
 * own at that end, and a visitor can write anything further left. Reading stops at the first address that is not
 * trusted, and where an entry is missing or malformed.
 */
final class Geolet_Visitor {
	/** More entries than any real chain of servers writes. It limits what a long header can cost. */
	public const MAX_ENTRIES = 32;

	/** More characters than they need. */
	public const MAX_CHARACTERS = 8192;

	/**
	 * The visitor's address.
	 *
	 * @var Geolet_Address|null
	 */
	public $address;

	/**
	 * How many entries of the header were believed.
	 *
	 * @var int
	 */
	public $believed = 0;

	/**
	 * The server that named the visitor, or null when nobody did.
	 *
	 * @var Geolet_Address|null
	 */
	public $named_by = null;

	/**
	 * Finds the visitor of a request.
	 *
	 * @param Geolet_Request       $request  The request.
	 * @param array<string, mixed> $settings With `trust` and `trustHeader`.
	 */
	public function __construct( Geolet_Request $request, array $settings ) {
		$header        = $settings['trustHeader'];
		$value         = self::value( $request, $header );
		$entries       = null === $value ? array() : self::read( $header, $value );
		$this->address = $request->peer();
		while ( $this->is_trusted( $settings['trust'] ) ) {
			$next = $entries[ $this->believed ] ?? null;
			if ( null === $next ) {
				break;
			}
			$this->named_by = $this->address;
			$this->address  = $next;
			++$this->believed;
		}
	}

	/**
	 * The value of the trusted header. Where Pseudo IPv4 is on, Cloudflare writes an address of 240.0.0.0/4 for visitors
	 * with IPv6, and their own into another header.
	 *
	 * @link https://developers.cloudflare.com/network/pseudo-ipv4/
	 * @param Geolet_Request $request The request.
	 * @param string         $header  The name of the header.
	 */
	private static function value( Geolet_Request $request, string $header ): ?string {
		$value   = $request->header( $header );
		$address = 'cf-connecting-ip' === $header && null !== $value ? Geolet_Address::parse( $value ) : null;
		if ( null === $address || ! $address->is_in( '240.0.0.0/4' ) ) {
			return $value;
		}
		return $request->header( 'cf-connecting-ipv6' ) ?? $value;
	}

	/**
	 * The entries of a header, the nearest server's first. Null is one that names no address.
	 *
	 * @param string $header Its name.
	 * @param string $value  Its value.
	 * @return array<int, Geolet_Address|null>
	 */
	private static function read( string $header, string $value ): array {
		return 'forwarded' === $header ? Geolet_Forwarded::read( $value ) : self::read_list( $value );
	}

	/**
	 * Reads `X-Forwarded-For`, and headers like it. A part of an address can be another address, so an entry that is cut
	 * is left out.
	 *
	 * @param string $value Its value.
	 * @return array<int, Geolet_Address|null>
	 */
	public static function read_list( string $value ): array {
		$end = (string) substr( $value, -self::MAX_CHARACTERS );
		if ( strlen( $end ) < strlen( $value ) ) {
			$comma = strpos( $end, ',' );
			$end   = substr( $end, false === $comma ? 0 : $comma + 1 );
		}
		$entries = array_slice( explode( ',', $end ), -self::MAX_ENTRIES );
		return array_map( array( 'Geolet_Address', 'parse_entry' ), array_reverse( $entries ) );
	}

	/**
	 * Whether the address found so far may name the next one.
	 *
	 * @param string|int|string[] $trust Either `none`, or a number of servers, or their addresses and ranges.
	 */
	private function is_trusted( $trust ): bool {
		if ( 'none' === $trust ) {
			return false;
		}
		if ( is_int( $trust ) ) {
			return $this->believed < $trust;
		}
		foreach ( $trust as $range ) {
			if ( null !== $this->address && $this->address->is_in( $range ) ) {
				return true;
			}
		}
		return false;
	}
}
