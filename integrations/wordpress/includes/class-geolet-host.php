<?php
/**
 * What the host knows.
 *
 * @package Geolet
 */

defined( 'ABSPATH' ) || exit;

/**
 * Makes a record without a service: the host says in headers where the visitor is, and the rest comes from the visitor's
 * own headers.
 */
final class Geolet_Host {
	/**
	 * Where the visitor is, as the headers of a trusted host say. They are believed only where the trusted servers also
	 * name the visitor's address: anyone who reaches WordPress past the host can write such headers.
	 *
	 * @param Geolet_Request       $request  The request.
	 * @param Geolet_Visitor       $visitor  Whose it is.
	 * @param array<string, mixed> $settings With `host` and `trust`.
	 * @return array<string, mixed>
	 */
	public static function record( Geolet_Request $request, Geolet_Visitor $visitor, array $settings ): array {
		if ( ! self::came_through_host( $visitor, $settings['trust'] ) ) {
			return array();
		}
		$facts = array();
		foreach ( Geolet_Contract::get( 'hosts' )[ $settings['host'] ] as $header => $rule ) {
			$value = $request->header( $header );
			$facts = null === $value ? $facts : array_merge( $facts, self::read( $rule, $value ) );
		}
		return self::with_country( $facts );
	}

	/**
	 * The fields that follow from the visitor's own headers. The service knows more, because it parses user agents.
	 *
	 * @param array<string, string> $headers That are passed on.
	 * @return array<string, mixed>
	 */
	public static function request_fields( array $headers ): array {
		$agent     = $headers['user-agent'] ?? '';
		$hints     = array(
			'?1' => true,
			'?0' => false,
		);
		$hint      = $hints[ $headers['sec-ch-ua-mobile'] ?? '' ] ?? null;
		$is_tablet = 1 === preg_match( '/\b(?:iPad|Tablet)\b/', $agent );
		$is_phone  = ! $is_tablet && ( true === $hint || preg_match( '/\bMobi/', $agent ) );
		$device    = $is_tablet ? 'tablet' : ( $is_phone ? 'mobile' : ( false === $hint ? 'desktop' : null ) );
		$motion    = array(
			'reduce'        => true,
			'no-preference' => false,
		);
		$colors    = array(
			'dark'  => 'dark',
			'light' => 'light',
		);
		$saver     = $headers['save-data'] ?? null;
		return array_filter(
			array(
				'isMobile'        => $is_phone ? true : ( $hint ?? ( '' === $agent ? null : false ) ),
				'deviceType'      => $device,
				// Only Chromium sends it, and only when it is on.
				'dataSaver'       => null !== $saver ? 'on' === strtolower( $saver ) : ( isset( $headers['sec-ch-ua'] ) ? false : null ),
				'reducedMotion'   => $motion[ self::unquote( $headers['sec-ch-prefers-reduced-motion'] ?? '' ) ] ?? null,
				'colorPreference' => $colors[ self::unquote( $headers['sec-ch-prefers-color-scheme'] ?? '' ) ] ?? null,
				'OS'              => Geolet_Contract::get( 'platforms' )[ self::unquote( $headers['sec-ch-ua-platform'] ?? '' ) ] ?? null,
			),
			static function ( $value ) {
				return null !== $value;
			}
		);
	}

	/**
	 * Whether the first server is the host. With a number, all servers must have named an address. With a list that has
	 * public addresses, those are the host's, and private ones the owner's servers behind it.
	 *
	 * @param Geolet_Visitor      $visitor Whose request it is.
	 * @param string|int|string[] $trust   Who may name the visitor.
	 */
	private static function came_through_host( Geolet_Visitor $visitor, $trust ): bool {
		if ( 0 === $visitor->believed || 'none' === $trust ) {
			return false;
		}
		if ( is_int( $trust ) ) {
			return $visitor->believed === $trust;
		}
		if ( null === $visitor->named_by || $visitor->named_by->is_public() ) {
			return null !== $visitor->named_by;
		}
		foreach ( $trust as $text ) {
			$range = Geolet_Address::parse_range( $text );
			if ( null !== $range && $range[0]->is_public() ) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Adds what follows from the country. A place without a known country is no place, and neither is 0, 0, which hosts
	 * write for unknown.
	 *
	 * @param array<string, mixed> $facts What the headers say.
	 * @return array<string, mixed>
	 */
	private static function with_country( array $facts ): array {
		$countries = require __DIR__ . '/countries.generated.php';
		$country   = $countries[ $facts['countryCode'] ?? '' ] ?? null;
		if ( null === $country ) {
			return array_intersect_key( $facts, array_flip( array( 'ASN', 'ISP' ) ) );
		}
		if ( 0.0 === (float) ( $facts['latitude'] ?? 1 ) && 0.0 === (float) ( $facts['longitude'] ?? 1 ) ) {
			unset( $facts['latitude'], $facts['longitude'] );
		}
		return $facts + $country;
	}

	/**
	 * What one header says.
	 *
	 * @param array<string, mixed> $rule  How it is written.
	 * @param string               $value As it came.
	 * @return array<string, string|int> Empty for a value that is malformed, or that says "unknown".
	 */
	private static function read( array $rule, string $value ): array {
		switch ( $rule['kind'] ) {
			case 'code':
			case 'match':
				$value = 'code' === $rule['kind'] ? strtoupper( $value ) : $value;
				$flags = 'code' === $rule['kind'] ? 'Di' : 'D';
				return preg_match( '~' . $rule['pattern'] . "~$flags", $value ) ? array( $rule['field'] => $value ) : array();
			case 'coordinate':
				$value    = trim( $value );
				$is_valid = preg_match( '~' . $rule['pattern'] . '~D', $value ) && abs( (float) $value ) <= $rule['most'];
				return $is_valid ? array( $rule['field'] => $value ) : array();
			case 'asn':
				$is_valid = preg_match( '/^(?:AS)?(\d{1,10})$/Di', $value, $found ) && $found[1] > 0 && $found[1] < 2 ** 32;
				return $is_valid ? array( 'ASN' => (int) $found[1] ) : array();
			case 'subdivision':
				return preg_match( '/^[a-z]{2}([a-z\d]{1,3})$/Di', $value, $found ) ? array( 'stateCode' => strtoupper( $found[1] ) ) : array();
			case 'coordinates':
				return self::read_coordinates( $value );
			default:
				return self::read_text( $rule, $value );
		}
	}

	/**
	 * Reads `45.7485,4.8467`.
	 *
	 * @param string $value As it came.
	 * @return array<string, string>
	 */
	private static function read_coordinates( string $value ): array {
		$number   = '(-?\d{1,3}(?:\.\d+)?)';
		$is_valid = preg_match( "/^\s*$number\s*,\s*$number\s*$/D", $value, $found )
			&& abs( (float) $found[1] ) <= 90 && abs( (float) $found[2] ) <= 180;
		return $is_valid ? array(
			'latitude'  => $found[1],
			'longitude' => $found[2],
		) : array();
	}

	/**
	 * Reads text, as UTF-8 or with percent-encoded bytes of it. A header that came twice is joined by a comma and a blank:
	 * the host wrote one of them. Companies have such names.
	 *
	 * @param array<string, mixed> $rule  How it is written.
	 * @param string               $value As it came.
	 * @return array<string, string>
	 */
	private static function read_text( array $rule, string $value ): array {
		if ( false !== strpos( $value, ', ' ) && 'ISP' !== $rule['field'] ) {
			return array();
		}
		if ( 'percent' === $rule['kind'] ) {
			$value = preg_match( '/^(?:[\t -$&-~]|%[\da-f]{2})*$/Di', $value ) ? rawurldecode( $value ) : '';
		}
		$value = trim( $value );
		// What hosts write for "unknown". A byte that is not UTF-8 matches nothing.
		return preg_match( '/^(?!(?:\?|-|NO REGION)$)\P{Cc}+$/Du', $value ) ? array( $rule['field'] => $value ) : array();
	}

	/**
	 * A structured string without its quotes, which some senders leave out.
	 *
	 * @link https://www.rfc-editor.org/rfc/rfc8941#section-3.3.3
	 * @param string $value As it came.
	 */
	private static function unquote( string $value ): string {
		return preg_replace( '/^"(.*)"$/Ds', '$1', $value );
	}
}
