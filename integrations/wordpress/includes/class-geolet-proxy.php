<?php
/**
 * This WordPress as the proxy.
 *
 * @package Geolet
 */

defined( 'ABSPATH' ) || exit;

/**
 * Answers with the record of the visitor whose browser requests it. Promises the same as Geolet's other proxies:
 * test/proxy-conformance in its sources.
 */
final class Geolet_Proxy {
	/** Outages in a row after which the service is left alone, and for how many seconds. */
	private const MAX_OUTAGES = 5;
	private const PAUSE       = 5;

	/**
	 * All settings.
	 *
	 * @var array<string, mixed>
	 */
	private $settings;

	/**
	 * What outlives the request.
	 *
	 * @var Geolet_Store
	 */
	private $store;

	/**
	 * What pages may see.
	 *
	 * @var Geolet_Redaction
	 */
	private $redaction;

	/**
	 * Makes a proxy.
	 *
	 * @param array<string, mixed> $settings All settings, with the keys.
	 * @param Geolet_Store         $store    What outlives the request.
	 */
	public function __construct( array $settings, Geolet_Store $store ) {
		$this->settings  = $settings;
		$this->store     = $store;
		$this->redaction = new Geolet_Redaction( $settings );
	}

	/**
	 * The response to a request.
	 *
	 * @param Geolet_Request $request The request.
	 * @param string         $id      Of the request.
	 * @return array{status: int, headers: array<string, string>, body: array<string, mixed>|null}
	 * @throws Geolet_Error When there is no record for the visitor.
	 */
	public function respond( Geolet_Request $request, string $id ): array {
		$is_preflight = $this->is_preflight( $request );
		if ( $request->has_body() ) {
			throw new Geolet_Error( 400, "The visitor's record is asked for without a body." );
		}
		if ( ! in_array( $request->method(), array( 'GET', 'HEAD' ), true ) && ! $is_preflight ) {
			throw new Geolet_Error( 405, "The visitor's record answers to GET and HEAD.", array( 'allow' => Geolet_Contract::get( 'allow' ) ) );
		}
		$this->refuse_foreign( $request );
		if ( $is_preflight ) {
			return array(
				'status'  => 204,
				'headers' => Geolet_Contract::get( 'preflightHeaders' ),
				'body'    => null,
			);
		}
		$visitor = new Geolet_Visitor( $request, $this->settings );
		if ( null === $visitor->address ) {
			throw new Geolet_Error( 500, 'The host gave the proxy no visitor address.' );
		}
		$this->limit( $visitor->address );
		$visit    = new Geolet_Visit( $request, $visitor->address, $id );
		$redacted = 'host' === $this->settings['source'] ? $this->from_host( $request, $visitor, $visit ) : $this->cached( $visit );
		return array(
			'status'  => 200,
			'headers' => array_filter( array( 'link' => $redacted['license'] ) ),
			'body'    => $this->redaction->record( $redacted['fields'], $visit ),
		);
	}

	/**
	 * Headers that let pages of a listed origin read the response. They need no credentials, because nothing here
	 * depends on a cookie.
	 *
	 * @param Geolet_Request $request The request.
	 * @return array<string, string>
	 */
	public function cors_headers( Geolet_Request $request ): array {
		$origin = $request->header( 'origin' );
		if ( null === $origin || ! in_array( $origin, $this->settings['origins'], true ) ) {
			return array();
		}
		return array(
			'access-control-allow-origin'   => $origin,
			'access-control-expose-headers' => 'Link, Retry-After',
		);
	}

	/**
	 * Whether a browser asks if it may ask.
	 *
	 * @param Geolet_Request $request The request.
	 */
	private function is_preflight( Geolet_Request $request ): bool {
		return 'OPTIONS' === $request->method()
			&& null !== $request->header( 'origin' )
			&& null !== $request->header( 'access-control-request-method' );
	}

	/**
	 * Refuses pages of other sites. Scripts cannot change these headers; a program that is no browser can.
	 *
	 * @link https://www.w3.org/TR/fetch-metadata/
	 * @param Geolet_Request $request The request.
	 * @throws Geolet_Error When the page may not ask.
	 */
	private function refuse_foreign( Geolet_Request $request ) {
		$origin    = $request->header( 'origin' );
		$is_listed = null !== $origin && in_array( $origin, $this->settings['origins'], true );
		if ( null !== $origin && ! $is_listed && ! self::is_own( $origin, $request->host() ) ) {
			throw new Geolet_Error( 403, "Pages of this origin may not ask. The owner can add it to the proxy's option origins." );
		}
		if ( ! $is_listed && ! in_array( $request->header( 'sec-fetch-site' ), array( null, 'same-origin', 'none' ), true ) ) {
			throw new Geolet_Error( 403, "Pages of other sites may not ask. The owner can add their origins to the proxy's option origins." );
		}
	}

	/**
	 * Whether the page comes from the host of the request. Not from the same scheme: behind a server that ends TLS it is
	 * not known.
	 *
	 * @param string $origin Of the page.
	 * @param string $host   Of the request.
	 */
	private static function is_own( string $origin, string $host ): bool {
		if ( ! preg_match( '~^(https?)://([^/@?#\s]+)$~Di', $origin, $found ) ) {
			return false;
		}
		$usual = 'https' === strtolower( $found[1] ) ? ':443' : ':80';
		return preg_replace( "/$usual$/D", '', strtolower( $found[2] ) ) === preg_replace( "/$usual$/D", '', $host );
	}

	/** How many times as much as a visitor a network of visitors may ask. */
	private const NETWORK_SHARE = 16;

	/**
	 * Counts a request of a visitor, and what it lets through for the visitor's network.
	 *
	 * @param Geolet_Address $address Of the visitor.
	 * @throws Geolet_Error When there were too many.
	 */
	private function limit( Geolet_Address $address ) {
		$limit = $this->settings['limit'];
		if ( 0 === $limit ) {
			return;
		}
		$this->count( 'This address', $address->visitor_key(), $limit );
		$network = $address->network_key();
		if ( null !== $network ) {
			$this->count( 'This network', $network, self::NETWORK_SHARE * $limit );
		}
	}

	/**
	 * Counts a request.
	 *
	 * @param string $who  In words.
	 * @param string $key  Of the visitor or the network.
	 * @param int    $most As many are let through within a minute.
	 * @throws Geolet_Error When there were too many.
	 */
	private function count( string $who, string $key, int $most ) {
		list( $count, $seconds ) = $this->store->count( "limit $key", MINUTE_IN_SECONDS );
		if ( $count > $most ) {
			$text = "$who asked more than $most times within a minute. Try again in $seconds s.";
			throw new Geolet_Error( 429, $text, array( 'retry-after' => (string) $seconds ) );
		}
	}

	/**
	 * What pages may see of the visitor's record: from the cache while it is fresh, and while the service fails.
	 *
	 * @param Geolet_Visit $visit The visit.
	 * @return array{fields: array<string, mixed>, license: string}
	 * @throws Geolet_Error When nothing is known.
	 */
	private function cached( Geolet_Visit $visit ): array {
		$fresh = $this->settings['cacheSeconds'];
		$stale = $this->settings['staleSeconds'];
		$name  = 'fields ' . $this->settings['upstream'] . ' ' . $visit->cache_key();
		$entry = 0 === $fresh ? null : json_decode( $this->store->get( $name ) ?? 'null', true );
		$age   = is_array( $entry ) ? time() - $entry['time'] : PHP_INT_MAX;
		if ( $age < $fresh ) {
			return $entry;
		}
		try {
			$answer = $this->ask( $visit );
		} catch ( Geolet_Error $error ) {
			if ( $age >= $stale ) {
				throw $error;
			}
			Geolet_Log::error( 'An older record is given, for ' . $error->getMessage() );
			return $entry;
		}
		$redacted            = $this->redaction->redact( $answer['record'], $visit->address );
		$redacted['license'] = $answer['license'];
		$redacted['time']    = time();
		Geolet_Attribution::note( $answer );
		if ( $fresh > 0 ) {
			$this->store->put( $name, wp_json_encode( $redacted ), max( $fresh, $stale ) );
		}
		return $redacted;
	}

	/**
	 * What pages may see of what the host says. Made for each request, and stored nowhere.
	 *
	 * @param Geolet_Request $request The request.
	 * @param Geolet_Visitor $visitor Whose it is.
	 * @param Geolet_Visit   $visit   The visit.
	 * @return array{fields: array<string, mixed>, license: string}
	 */
	private function from_host( Geolet_Request $request, Geolet_Visitor $visitor, Geolet_Visit $visit ): array {
		$record = Geolet_Host::record( $request, $visitor, $this->settings ) + Geolet_Host::request_fields( $visit->headers );
		return $this->redaction->redact( $record, $visit->address ) + array( 'license' => '' );
	}

	/**
	 * Asks the service, unless it failed too often: then one request in some seconds tries it.
	 *
	 * @link https://learn.microsoft.com/azure/architecture/patterns/circuit-breaker
	 * @param Geolet_Visit $visit The visit.
	 * @return array{record: array<string|int, mixed>, license: string}
	 * @throws Geolet_Error When there is no answer.
	 */
	private function ask( Geolet_Visit $visit ): array {
		$outages = (int) $this->store->get( 'outages' );
		if ( $outages >= self::MAX_OUTAGES ) {
			$seconds = $this->store->take( 'probe', self::PAUSE );
			if ( $seconds > 0 ) {
				$text = "The visitor-data service is in trouble. Try again in $seconds s.";
				throw ( new Geolet_Error( 503, $text, array( 'retry-after' => (string) $seconds ) ) )->quiet();
			}
		}
		try {
			$answer = ( new Geolet_Service( $this->settings, $this->store ) )->ask( $visit );
		} catch ( Geolet_Error $error ) {
			$this->note_failure( $error, $outages );
			throw $error;
		}
		if ( $outages > 0 ) {
			$this->store->forget( 'outages' );
		}
		return $answer;
	}

	/**
	 * Counts failures in a row. A service that answers, if wrongly, is there.
	 *
	 * @param Geolet_Error $error   What happened.
	 * @param int          $outages Before it.
	 */
	private function note_failure( Geolet_Error $error, int $outages ) {
		if ( ! $error->is_outage ) {
			if ( $outages > 0 && ! $error->is_quiet ) {
				$this->store->forget( 'outages' );
			}
			return;
		}
		$this->store->put( 'outages', (string) ( $outages + 1 ), DAY_IN_SECONDS );
		if ( self::MAX_OUTAGES === $outages + 1 ) {
			$this->store->take( 'probe', self::PAUSE );
			Geolet_Log::error( 'The visitor-data service failed ' . self::MAX_OUTAGES . ' times in a row. It is asked once in ' . self::PAUSE . ' s until it answers.' );
		}
	}
}
