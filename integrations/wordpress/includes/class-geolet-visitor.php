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
	/** More than any real chain of servers has. It limits what a long header can cost. */
	private const MAX_HOPS = 32;

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
		$value         = $request->header( $header ) ?? '';
		$entries       = 'forwarded' === $header ? Geolet_Forwarded::split( $value ) : explode( ',', $value );
		$this->address = $request->peer();
		while ( $this->believed < self::MAX_HOPS && $this->is_trusted( $settings['trust'] ) ) {
			$entry = array_pop( $entries ) ?? '';
			$next  = 'forwarded' === $header ? Geolet_Forwarded::parse( $entry ) : Geolet_Address::parse_entry( $entry );
			if ( null === $next ) {
				break;
			}
			$this->named_by = $this->address;
			$this->address  = $next;
			++$this->believed;
		}
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
