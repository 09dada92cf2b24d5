<?php
/**
 * The bank's file of exchange rates.
 *
 * @package Geolet
 */

defined( 'ABSPATH' ) || exit;

/**
 * Reads the daily file of the European Central Bank by the same checks as Geolet's other servers: one bad rate spoils all
 * of them.
 */
final class Geolet_Rates_Reader {
	/** Two days in the future are allowed: one for time zones, one for slow clocks. */
	private const AHEAD = 2 * DAY_IN_SECONDS;

	/**
	 * Reads the file.
	 *
	 * @param string $xml As it came.
	 * @param int    $now In seconds.
	 * @return array{base: string, date: string, rates: array<string, float>}
	 * @throws InvalidArgumentException When something is wrong with it.
	 */
	public static function read( string $xml, int $now ): array {
		$date = self::date( $xml, $now );
		if ( ! preg_match( '~</(?:\w+:)?Envelope>\s*$~D', $xml ) ) {
			throw new InvalidArgumentException( 'its end is missing' );
		}
		$rates = array();
		preg_match_all( '/<Cube\s[^<>]*>/', $xml, $cubes );
		foreach ( $cubes[0] as $cube ) {
			if ( ! preg_match( '/\bcurrency\s*=/', $cube ) ) {
				continue;
			}
			if ( ! preg_match( '/\scurrency\s*=\s*["\']([A-Z]{3})["\']/', $cube, $currency ) ) {
				throw new InvalidArgumentException( 'it has a currency without a code' );
			}
			if ( isset( $rates[ $currency[1] ] ) ) {
				throw new InvalidArgumentException( "it has two rates of $currency[1]" );
			}
			$rate = preg_match( '/\srate\s*=\s*["\'](\d{1,18}(?:\.\d{1,18})?)["\']/', $cube, $found ) ? (float) $found[1] : 0.0;
			if ( $rate <= 0 ) {
				throw new InvalidArgumentException( "the rate of $currency[1] is not a number above zero" );
			}
			$rates[ $currency[1] ] = $rate;
		}
		if ( array() === $rates ) {
			throw new InvalidArgumentException( 'it has no rates' );
		}
		return array(
			'base'  => 'EUR',
			'date'  => $date,
			'rates' => $rates,
		);
	}

	/**
	 * The one day that the file is of.
	 *
	 * @param string $xml As it came.
	 * @param int    $now In seconds.
	 * @return string Such as 2026-11-25.
	 * @throws InvalidArgumentException When there is no such day.
	 */
	private static function date( string $xml, int $now ): string {
		preg_match_all( '/<Cube\s+time\s*=\s*["\']([^"\']*)["\']/', $xml, $dates );
		if ( count( $dates[1] ) > 1 ) {
			throw new InvalidArgumentException( 'it has the rates of several days' );
		}
		$date = $dates[1][0] ?? '';
		if ( ! preg_match( '/^(\d{4})-(\d\d)-(\d\d)$/D', $date, $part ) || ! checkdate( (int) $part[2], (int) $part[3], (int) $part[1] ) ) {
			throw new InvalidArgumentException( 'it is not the file of the European Central Bank' );
		}
		if ( self::is_in_future( $date, $now ) ) {
			throw new InvalidArgumentException( "its date, $date, is in the future" );
		}
		return $date;
	}

	/**
	 * Whether rates cannot be of this day yet.
	 *
	 * @param string $date Such as 2026-11-25.
	 * @param int    $now  In seconds.
	 */
	public static function is_in_future( string $date, int $now ): bool {
		return strtotime( "$date UTC" ) - $now > self::AHEAD;
	}
}
