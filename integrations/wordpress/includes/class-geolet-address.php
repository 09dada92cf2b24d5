<?php
/**
 * IP addresses.
 *
 * @package Geolet
 */

defined( 'ABSPATH' ) || exit;

/**
 * An IP address, parsed strictly and written in one canonical spelling. Old spellings (`0177.0.0.1`, `127.1`) are
 * refused: two programs that read one of them differently would disagree about whose record it is.
 */
final class Geolet_Address {
	/**
	 * 4 or 16 bytes. An IPv4 address in IPv6 is the IPv4 address.
	 *
	 * @var string
	 */
	private $bytes;

	/**
	 * The one spelling used as header value, cache key and field: RFC 5952 for IPv6.
	 *
	 * @var string
	 */
	public $text;

	/**
	 * Made by `parse` alone.
	 *
	 * @param string $bytes In network order.
	 */
	private function __construct( string $bytes ) {
		$this->bytes = $bytes;
		$this->text  = 4 === strlen( $bytes ) ? implode( '.', unpack( 'C4', $bytes ) ) : self::write_ipv6( $bytes );
	}

	/**
	 * Reads exactly one address: without port, brackets, zone or blanks.
	 *
	 * @param string $text What should be one.
	 * @return self|null Null for anything else.
	 */
	public static function parse( string $text ): ?self {
		$bytes = self::parse_ipv4( $text ) ?? self::parse_ipv6( $text );
		if ( null === $bytes ) {
			return null;
		}
		$is_ipv4 = 0 === strpos( $bytes, str_repeat( "\0", 10 ) . "\xff\xff" );
		return new self( $is_ipv4 ? substr( $bytes, 12 ) : $bytes );
	}

	/**
	 * Reads an entry of X-Forwarded-For and the like: with a port, in brackets, with blanks around.
	 *
	 * @param string $entry One entry.
	 */
	public static function parse_entry( string $entry ): ?self {
		$entry = trim( $entry );
		if ( preg_match( '/^\[([^\]]*)\](?::\d{1,5})?$/D', $entry, $found ) ) {
			return self::parse( $found[1] );
		}
		return self::parse( preg_replace( '/^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/D', '$1', $entry ) );
	}

	/**
	 * Whether the address is on the public internet: only then can a lookup know where it is.
	 */
	public function is_public(): bool {
		foreach ( Geolet_Contract::get( 'specialRanges' ) as $range ) {
			if ( $this->is_in( $range ) ) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Whether the address is in a range.
	 *
	 * @param string $range Such as `10.0.0.0/8`, or one address.
	 */
	public function is_in( string $range ): bool {
		list( $base, $length ) = self::parse_range( $range ) ?? array( null, 0 );
		return null !== $base
			&& strlen( $base->bytes ) === strlen( $this->bytes )
			&& self::prefix( $base->bytes, $length ) === self::prefix( $this->bytes, $length );
	}

	/**
	 * Reads a range.
	 *
	 * @param string $text Such as `10.0.0.0/8`, `2001:db8::/32` or one address.
	 * @return array{0: self, 1: int}|null Its first address and the length of its prefix. Null for anything else.
	 */
	public static function parse_range( string $text ): ?array {
		if ( ! preg_match( '/^([^\/]+)(?:\/(\d{1,3}))?$/D', trim( $text ), $found ) ) {
			return null;
		}
		$base   = self::parse( $found[1] );
		$width  = null === $base ? 0 : 8 * strlen( $base->bytes );
		$length = isset( $found[2] ) ? (int) $found[2] : $width;
		return null === $base || $length > $width ? null : array( $base, $length );
	}

	/**
	 * Whether ranges together have every address of a family that a visitor can have: to trust them is to trust whatever
	 * visitors write. If an address is left out, then the first of all or the one behind some range is, too. Visitors
	 * with IPv6 come from 2000::/3.
	 *
	 * @param string[] $ranges Each of them can be read.
	 */
	public static function have_everybody( array $ranges ): bool {
		$known    = array_merge( Geolet_Contract::get( 'specialRanges' ), $ranges );
		$first    = array( self::parse( '0.0.0.0' ), self::parse( '2000::' ) );
		$left_out = array();
		foreach ( array_merge( $first, array_map( array( self::class, 'behind' ), $known ) ) as $address ) {
			if ( null === $address || ( 16 === strlen( $address->bytes ) && 1 !== ord( $address->bytes ) >> 5 ) ) {
				continue;
			}
			if ( array() === array_filter( $known, array( $address, 'is_in' ) ) ) {
				$left_out[ strlen( $address->bytes ) ] = true;
			}
			if ( 2 === count( $left_out ) ) {
				return false;
			}
		}
		return true;
	}

	/**
	 * The first address behind a range. Null where there is none.
	 *
	 * @param string $range It can be read.
	 */
	private static function behind( string $range ): ?self {
		list( $base, $length ) = self::parse_range( $range );
		$bytes                 = self::prefix( $base->bytes, $length );
		for ( $bit = $length - 1; $bit >= 0; $bit-- ) {
			$at           = intdiv( $bit, 8 );
			$mask         = chr( 0x80 >> $bit % 8 );
			$bytes[ $at ] = $bytes[ $at ] ^ $mask;
			if ( "\0" !== ( $bytes[ $at ] & $mask ) ) {
				return new self( $bytes );
			}
		}
		return null;
	}

	/**
	 * What limit and cache count as one visitor: an IPv4 address, or an IPv6 /64, since one household has a whole /64.
	 */
	public function visitor_key(): string {
		if ( 4 === strlen( $this->bytes ) ) {
			return $this->text;
		}
		return self::write_ipv6( self::prefix( $this->bytes, 64 ) ) . '/64';
	}

	/**
	 * The network that one customer of a provider may have: an IPv6 /48. The limit counts it, too. Null for IPv4.
	 */
	public function network_key(): ?string {
		return 4 === strlen( $this->bytes ) ? null : self::write_ipv6( self::prefix( $this->bytes, 48 ) ) . '/48';
	}

	/**
	 * The bytes with all bits behind the prefix cleared.
	 *
	 * @param string $bytes  In network order.
	 * @param int    $length Of the prefix, in bits.
	 */
	private static function prefix( string $bytes, int $length ): string {
		$mask = str_repeat( "\xff", intdiv( $length, 8 ) );
		if ( 0 !== $length % 8 ) {
			$mask .= chr( 0xff << ( 8 - $length % 8 ) & 0xff );
		}
		return $bytes & str_pad( $mask, strlen( $bytes ), "\0" );
	}

	/**
	 * Reads four numbers without leading zeros.
	 *
	 * @param string $text What should be an IPv4 address.
	 */
	private static function parse_ipv4( string $text ): ?string {
		$number = '(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)';
		if ( ! preg_match( "/^$number\\.$number\\.$number\\.$number$/D", $text, $found ) ) {
			return null;
		}
		return pack( 'C4', ...array_map( 'intval', array_slice( $found, 1 ) ) );
	}

	/**
	 * Reads groups of up to four hexadecimal digits, which may end in an IPv4 address.
	 *
	 * @param string $text What should be an IPv6 address.
	 */
	private static function parse_ipv6( string $text ): ?string {
		$halves = explode( '::', $text );
		if ( strlen( $text ) > 45 || false === strpos( $text, ':' ) || count( $halves ) > 2 ) {
			return null;
		}
		$head = self::parse_groups( $halves[0], 1 === count( $halves ) );
		$tail = self::parse_groups( $halves[1] ?? '', true );
		if ( null === $head || null === $tail ) {
			return null;
		}
		$missing = 16 - strlen( $head . $tail );
		if ( 1 === count( $halves ) ? 0 !== $missing : $missing < 2 ) {
			return null;
		}
		return $head . str_repeat( "\0", $missing ) . $tail;
	}

	/**
	 * Reads the groups on one side of `::`.
	 *
	 * @param string $text      Groups with colons between them, or nothing.
	 * @param bool   $ends_text Whether the last one may be an IPv4 address.
	 */
	private static function parse_groups( string $text, bool $ends_text ): ?string {
		if ( '' === $text ) {
			return '';
		}
		$bytes  = '';
		$groups = explode( ':', $text );
		foreach ( $groups as $index => $group ) {
			$is_last = $ends_text && count( $groups ) - 1 === $index;
			$ipv4    = $is_last ? self::parse_ipv4( $group ) : null;
			if ( null === $ipv4 && ! preg_match( '/^[0-9a-f]{1,4}$/Di', $group ) ) {
				return null;
			}
			$bytes .= $ipv4 ?? pack( 'n', hexdec( $group ) );
		}
		return $bytes;
	}

	/**
	 * Lower case, no leading zeros, the longest run of zeros shortened.
	 *
	 * @link https://www.rfc-editor.org/rfc/rfc5952#section-4
	 * @param string $bytes Sixteen of them.
	 */
	private static function write_ipv6( string $bytes ): string {
		$text = implode( ':', array_map( 'dechex', unpack( 'n8', $bytes ) ) );
		preg_match_all( '/(?:^|:)0(?::0)+(?=:|$)/', $text, $runs );
		$longest = '';
		foreach ( $runs[0] as $run ) {
			$longest = strlen( trim( $run, ':' ) ) > strlen( trim( $longest, ':' ) ) ? $run : $longest;
		}
		if ( '' === $longest ) {
			return $text;
		}
		list( $before, $after ) = explode( $longest, $text, 2 );
		return $before . '::' . ltrim( $after, ':' );
	}
}
