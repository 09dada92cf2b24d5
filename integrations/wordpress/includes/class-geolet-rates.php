<?php
/**
 * Exchange rates.
 *
 * @package Geolet
 */

defined( 'ABSPATH' ) || exit;

/**
 * Fetches the reference rates of the European Central Bank if the owner wants it, keeps the last good ones, and serves
 * them to browsers. WordPress's cron looks each hour, and asks the bank only where the rates of the last working day are
 * not there.
 */
final class Geolet_Rates {
	/** Below the address of the REST API. */
	public const ROUTE = '/geolet/v1/rates';

	/** The option with the rates, which WordPress does not load with every page. */
	public const OPTION = 'geolet_rates';

	/** The event of WordPress's cron. */
	public const HOOK = 'geolet_renew_rates';

	/** The daily reference rates of the European Central Bank. */
	private const BANK = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml';

	/** As long as browsers use rates unless the page says otherwise. */
	private const MAX_AGE_DAYS = 7;

	private const TIMEOUT = 15;

	private const MOST_BYTES = 1000000;

	/**
	 * Registers the event and the address.
	 */
	public static function register() {
		add_action( 'init', array( self::class, 'schedule' ) );
		add_action( self::HOOK, array( self::class, 'renew' ), 10, 0 );
		add_action( 'rest_api_init', array( self::class, 'add_route' ) );
	}

	/**
	 * Whether the owner wants it.
	 */
	public static function is_on(): bool {
		return 'ecb' === Geolet_Settings::raw()['rates'];
	}

	/**
	 * Begins or ends the looks. The second in which the owner decides spreads the sites over the hour.
	 */
	public static function schedule() {
		$is_scheduled = false !== wp_next_scheduled( self::HOOK );
		if ( self::is_on() && ! $is_scheduled ) {
			wp_schedule_event( time(), 'hourly', self::HOOK );
		} elseif ( ! self::is_on() && $is_scheduled ) {
			self::leave();
		}
	}

	/**
	 * Ends the looks. When the plugin is deactivated.
	 */
	public static function leave() {
		wp_clear_scheduled_hook( self::HOOK );
	}

	/**
	 * What is kept: the rates in use, those that are kept back with the currencies that moved too far, and what went wrong
	 * last. Rates of a day in the future count as none: they would hold back all new ones until that day.
	 *
	 * @return array{inUse: array|null, keptBack: array|null, unexpected: string[], problem: string}
	 */
	public static function state(): array {
		$stored = get_option( self::OPTION, array() );
		$usual  = array(
			'inUse'      => null,
			'keptBack'   => null,
			'unexpected' => array(),
			'problem'    => '',
		);
		$state  = ( is_array( $stored ) ? $stored : array() ) + $usual;
		foreach ( array( 'inUse', 'keptBack' ) as $which ) {
			if ( null !== $state[ $which ] && Geolet_Rates_Reader::is_in_future( $state[ $which ]['date'], time() ) ) {
				$state[ $which ] = null;
			}
		}
		return $state;
	}

	/**
	 * Fetches rates if they are due. After a failure the last good ones stay, and the next look is in an hour.
	 */
	public static function renew() {
		$now   = time();
		$state = self::state();
		$known = max( $state['inUse']['date'] ?? '', $state['keptBack']['date'] ?? '' );
		if ( ! self::is_on() || $known >= Geolet_Rates_Renewal::last_publication_day( $now ) ) {
			return;
		}
		try {
			$state = self::with( self::fetch( $now ), $state );
		} catch ( InvalidArgumentException $problem ) {
			$state['problem'] = $problem->getMessage();
			Geolet_Log::warn( 'There are no new rates: ' . $problem->getMessage() . '. The last ones stay, and the next attempt is in an hour.' );
		}
		update_option( self::OPTION, $state, false );
	}

	/**
	 * Asks the bank. It learns the address of this server, and nothing else.
	 *
	 * @param int $now In seconds.
	 * @return array<string, mixed>
	 * @throws InvalidArgumentException When there are no good rates.
	 */
	private static function fetch( int $now ): array {
		$answer = wp_safe_remote_get(
			self::BANK,
			array(
				'timeout'             => self::TIMEOUT,
				'redirection'         => 0,
				'limit_response_size' => self::MOST_BYTES + 1,
				// WordPress's own has the address of the site in it.
				'user-agent'          => 'Geolet',
			)
		);
		if ( is_wp_error( $answer ) ) {
			throw new InvalidArgumentException( $answer->get_error_message() );
		}
		$status = wp_remote_retrieve_response_code( $answer );
		if ( 200 !== $status ) {
			throw new InvalidArgumentException( "the status is $status" );
		}
		$xml = wp_remote_retrieve_body( $answer );
		if ( strlen( $xml ) > self::MOST_BYTES ) {
			throw new InvalidArgumentException( 'it is larger than 1 MB' );
		}
		return Geolet_Rates_Reader::read( $xml, $now );
	}

	/**
	 * What is kept once rates have come.
	 *
	 * @param array<string, mixed> $fresh The new ones.
	 * @param array<string, mixed> $state As of `state`.
	 * @return array<string, mixed> As of `state`.
	 */
	private static function with( array $fresh, array $state ): array {
		list( $kind, $currencies ) = Geolet_Rates_Renewal::decide( $fresh, $state['inUse'], $state['keptBack'] );

		$state['problem'] = '';
		if ( 'kept-back' === $kind ) {
			Geolet_Log::warn( "Rates of {$fresh['date']} are kept back, since these moved far: " . implode( ', ', $currencies ) . '. Site Health says more.' );
			return array_merge( $state, array( 'keptBack' => $fresh, 'unexpected' => $currencies ) );
		}
		if ( 'known' === $kind ) {
			return $state;
		}
		if ( array() !== $currencies ) {
			Geolet_Log::warn( "The rates of {$fresh['date']} no longer list " . implode( ', ', $currencies ) . '.' );
		}
		return array( 'inUse' => $fresh );
	}

	/**
	 * Uses the rates that are kept back. The owner has looked at them.
	 */
	public static function accept() {
		$kept_back = self::state()['keptBack'];
		if ( null !== $kept_back ) {
			update_option( self::OPTION, array( 'inUse' => $kept_back ), false );
		}
	}

	/**
	 * The rates in use.
	 *
	 * @return array<string, mixed>|null Null where there are none, and where they are too old.
	 */
	public static function current(): ?array {
		$rates = self::state()['inUse'];
		$age   = null === $rates ? INF : time() - strtotime( $rates['date'] . ' UTC' );
		return self::is_on() && $age <= self::MAX_AGE_DAYS * DAY_IN_SECONDS ? $rates : null;
	}

	/**
	 * Adds the address, which everybody may read.
	 */
	public static function add_route() {
		register_rest_route(
			'geolet/v1',
			'/rates',
			array(
				'methods'             => 'GET',
				'callback'            => array( self::class, 'respond' ),
				'permission_callback' => '__return_true',
			)
		);
	}

	/**
	 * Answers a browser.
	 *
	 * @param WP_REST_Request $request Of it.
	 */
	public static function respond( WP_REST_Request $request ): WP_REST_Response {
		$rates = self::current();
		if ( null === $rates ) {
			return new WP_REST_Response( array( 'message' => 'There are no rates, or they are too old.' ), 404, array( 'Cache-Control' => 'no-store' ) );
		}
		$etag     = '"' . substr( md5( (string) wp_json_encode( $rates ) ), 0, 16 ) . '"';
		$is_known = false !== strpos( (string) $request->get_header( 'if-none-match' ), $etag );
		$headers  = array(
			'Cache-Control' => 'public, max-age=600',
			'ETag'          => $etag,
		);
		return new WP_REST_Response( $is_known ? null : $rates, $is_known ? 304 : 200, $headers );
	}
}
