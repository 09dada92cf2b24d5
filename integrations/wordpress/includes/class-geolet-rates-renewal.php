<?php
/**
 * What becomes of new exchange rates.
 *
 * @package Geolet
 */

defined( 'ABSPATH' ) || exit;

/**
 * Decides as Geolet's other servers do. The tests give the same rates and days to both.
 */
final class Geolet_Rates_Renewal {
	/** A currency may become this much dearer or cheaper in a day. */
	private const DAILY_FACTOR = 1.2;

	/** After many days without rates the daily factor alone would let a wrong decimal point pass. */
	private const LARGEST_FACTOR = 2.0;

	/** At 16:00 CET, which is 17:00 in summer, the bank has published its rates. */
	private const PUBLICATION = 15 * HOUR_IN_SECONDS;

	/**
	 * What becomes of rates that have just come.
	 *
	 * @param array<string, mixed>      $fresh     The new ones.
	 * @param array<string, mixed>|null $last      Those in use.
	 * @param array<string, mixed>|null $kept_back Those that were kept back before.
	 * @return array{0: string, 1: string[]} `used` with the currencies that are no longer there, `known`, or `kept-back`
	 *                                       with those that moved too far.
	 */
	public static function decide( array $fresh, ?array $last, ?array $kept_back ): array {
		if ( null === $last ) {
			return array( 'used', array() );
		}
		if ( $fresh['date'] <= $last['date'] ) {
			return array( 'known', array() );
		}
		$unexpected   = self::unexpected( $last, $fresh );
		$is_confirmed = null !== $kept_back && $kept_back['date'] < $fresh['date'] && array() === self::unexpected( $kept_back, $fresh );
		if ( array() !== $unexpected && ! $is_confirmed ) {
			return array( 'kept-back', $unexpected );
		}
		return array( 'used', array_keys( array_diff_key( $last['rates'], $fresh['rates'] ) ) );
	}

	/**
	 * The currencies that moved too far for the days between, or that were not there.
	 *
	 * @param array<string, mixed> $before Earlier rates.
	 * @param array<string, mixed> $after  Later ones.
	 * @return string[]
	 */
	private static function unexpected( array $before, array $after ): array {
		$days       = max( 1, ( strtotime( $after['date'] . ' UTC' ) - strtotime( $before['date'] . ' UTC' ) ) / DAY_IN_SECONDS );
		$limit      = min( self::DAILY_FACTOR ** $days, self::LARGEST_FACTOR );
		$unexpected = array();
		foreach ( $after['rates'] as $currency => $rate ) {
			$factor = isset( $before['rates'][ $currency ] ) ? $rate / $before['rates'][ $currency ] : INF;
			if ( max( $factor, 1 / $factor ) > $limit ) {
				$unexpected[] = $currency;
			}
		}
		return $unexpected;
	}

	/**
	 * The last day whose rates the bank has published.
	 *
	 * @param int $now In seconds.
	 * @return string Such as 2026-11-25.
	 */
	public static function last_publication_day( int $now ): string {
		$day = intdiv( $now - self::PUBLICATION, DAY_IN_SECONDS ) * DAY_IN_SECONDS;
		while ( ! self::is_working_day( $day ) ) {
			$day -= DAY_IN_SECONDS;
		}
		return gmdate( 'Y-m-d', $day );
	}

	/**
	 * Whether the bank publishes rates on a day: https://www.ecb.europa.eu/ecb/contacts/working-hours/html/index.en.html.
	 *
	 * @param int $day Its first second.
	 */
	private static function is_working_day( int $day ): bool {
		if ( (int) gmdate( 'N', $day ) > 5 || in_array( gmdate( 'm-d', $day ), array( '01-01', '05-01', '12-25', '12-26' ), true ) ) {
			return false;
		}
		$easter = self::easter( (int) gmdate( 'Y', $day ) );
		return $day !== $easter - 2 * DAY_IN_SECONDS && $day !== $easter + DAY_IN_SECONDS;
	}

	/**
	 * Easter Sunday, by the rule of Gauss in the form of Meeus, Jones and Butcher: PHP's own function is in an extension.
	 *
	 * @param int $year Of our calendar.
	 * @return int Its first second.
	 */
	private static function easter( int $year ): int {
		$golden     = $year % 19;
		$century    = intdiv( $year, 100 );
		$of_century = $year % 100;
		$correction = intdiv( $century - intdiv( $century + 8, 25 ) + 1, 3 );
		$moon       = ( 19 * $golden + $century - intdiv( $century, 4 ) - $correction + 15 ) % 30;
		$weekday    = ( 32 + 2 * ( $century % 4 ) + 2 * intdiv( $of_century, 4 ) - $moon - $of_century % 4 ) % 7;
		$late       = intdiv( $golden + 11 * $moon + 22 * $weekday, 451 );
		return gmmktime( 0, 0, 0, 3, 1 + $moon + $weekday - 7 * $late + 21, $year );
	}
}
