<?php
/**
 * The visitor-data service.
 *
 * @package Geolet
 */

defined( 'ABSPATH' ) || exit;

/**
 * Asks the service what is known about a visit, with the key that only this class has.
 */
final class Geolet_Service {
	/** A shorter key may be part of an ordinary word. */
	private const MIN_KEY_LENGTH = 12;

	/** Links to licenses that are passed on. */
	private const MAX_LINKS = 4;

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
	 * Connects to the service.
	 *
	 * @param array<string, mixed> $settings All settings.
	 * @param Geolet_Store         $store    What outlives the request.
	 */
	public function __construct( array $settings, Geolet_Store $store ) {
		$this->settings = $settings;
		$this->store    = $store;
	}

	/**
	 * What the service knows about a visit, as it came: fields are neither checked nor redacted.
	 *
	 * @param Geolet_Visit $visit The visit.
	 * @return array{record: array<string|int, mixed>, license: string, dataDate: string}
	 * @throws Geolet_Error When there is no answer, or none that may be used.
	 */
	public function ask( Geolet_Visit $visit ): array {
		$response = $this->ask_with_keys( $visit );
		if ( 200 !== $response['status'] ) {
			throw self::refusal( $response );
		}
		$record = Geolet_Json::read_object( $response['body'] );
		if ( null === $record ) {
			throw ( new Geolet_Error( 502, 'The visitor-data service answered with something that is not a JSON object.' ) )->of_kind( 'answer' );
		}
		$this->refuse_key( $response['body'] . "\n" . Geolet_Json::texts( $response['body'] ) . "\n" . $response['link'] );
		$described = is_string( $record['IP'] ?? null ) ? Geolet_Address::parse( trim( $record['IP'] ) ) : null;
		// A service behind a shared cache may answer with another visitor's record.
		if ( null !== $described && $described->text !== $visit->address->text ) {
			throw ( new Geolet_Error( 502, 'The visitor-data service described another address than the one it was asked about.' ) )->of_kind( 'address' );
		}
		return array(
			'record'   => $record,
			'license'  => self::license_links( $response['link'] ),
			'dataDate' => preg_match( '/^\d{4}-\d\d-\d\d$/D', $response['date'] ) ? $response['date'] : '',
		);
	}

	/**
	 * Asks with the key that worked last. Where the service refuses it with 401, asks again with the other one, and
	 * stays with that once it works.
	 *
	 * @param Geolet_Visit $visit The visit.
	 * @return array{status: int, body: string, link: string, date: string, retry: string}
	 */
	private function ask_with_keys( Geolet_Visit $visit ): array {
		$keys = array( $this->settings['key'], $this->settings['secondKey'] );
		if ( '' === $keys[1] ) {
			return $this->send( $visit, $keys[0] );
		}
		$name     = 'second key ' . md5( implode( ' ', $keys ) );
		$current  = null === $this->store->get( $name ) ? 0 : 1;
		$response = $this->send( $visit, $keys[ $current ] );
		if ( 401 !== $response['status'] ) {
			return $response;
		}
		$again = $this->send( $visit, $keys[ 1 - $current ] );
		if ( 200 === $again['status'] ) {
			Geolet_Log::warn( 'The visitor-data service refuses the ' . ( $current ? 'second' : 'first' ) . ' key; the other one is used from now on.' );
			0 === $current ? $this->store->put( $name, 'yes', MONTH_IN_SECONDS ) : $this->store->forget( $name );
		}
		return $again;
	}

	/**
	 * Sends one request.
	 *
	 * @param Geolet_Visit $visit The visit.
	 * @param string       $key   The key.
	 * @return array{status: int, body: string, link: string, date: string, retry: string}
	 * @throws Geolet_Error When no whole answer came, and when the budget is spent.
	 */
	private function send( Geolet_Visit $visit, string $key ): array {
		$this->spend();
		$headers = array(
			'accept'                                 => 'application/json',
			'authorization'                          => "Bearer $key",
			'x-request-id'                           => $visit->id,
			Geolet_Contract::get( 'addressHeader' ) => $visit->address->text,
		) + $visit->headers;
		$answer  = Geolet_Transport::get(
			$this->settings['upstream'] . Geolet_Contract::get( 'path' ),
			$headers,
			$this->settings['timeoutMs'],
			$this->settings['maxBodyBytes']
		);
		return array(
			'status' => (int) wp_remote_retrieve_response_code( $answer ),
			'body'   => wp_remote_retrieve_body( $answer ),
			'link'   => implode( ', ', (array) wp_remote_retrieve_header( $answer, 'link' ) ),
			'date'   => implode( ', ', (array) wp_remote_retrieve_header( $answer, Geolet_Contract::get( 'dataDateHeader' ) ) ),
			'retry'  => implode( ', ', (array) wp_remote_retrieve_header( $answer, 'retry-after' ) ),
		);
	}

	/**
	 * Counts a request against the daily budget.
	 *
	 * @throws Geolet_Error When it is spent. Pages stay as they are written.
	 */
	private function spend() {
		$budget = $this->settings['dailyBudget'];
		if ( 0 === $budget ) {
			return;
		}
		list( $spent, $left ) = $this->store->count( 'budget', DAY_IN_SECONDS );
		if ( $spent <= $budget ) {
			return;
		}
		if ( $spent === $budget + 1 ) {
			Geolet_Log::warn( "The daily budget of $budget requests to the visitor-data service is spent. Visitors without a cached record get none." );
		}
		$headers = array( 'retry-after' => (string) min( $left, HOUR_IN_SECONDS ) );
		throw ( new Geolet_Error( 503, 'There is no record now: the daily budget of requests is spent.', $headers ) )->of_kind( 'budget' )->quiet();
	}

	/**
	 * What an answer other than 200 means to the visitor. Key and limit are the owner's, so 401 and 429 become 502 and
	 * 503.
	 *
	 * @param array{status: int, retry: string} $response The answer.
	 */
	private static function refusal( array $response ): Geolet_Error {
		$status = $response['status'];
		if ( 401 === $status || 403 === $status ) {
			return ( new Geolet_Error( 502, "The visitor-data service refuses the proxy's key ($status).", array(), true ) )->of_kind( 'key' );
		}
		if ( 429 !== $status ) {
			$error = new Geolet_Error( 502, "The visitor-data service answered with status $status.", array(), $status >= 500 );
			return $error->of_kind( $status >= 500 ? 'failing' : 'answer' );
		}
		$wait = is_numeric( $response['retry'] ) ? (int) min( max( ceil( (float) $response['retry'] ), 1 ), 300 ) : 60;
		$text = "The visitor-data service is asked too often with the proxy's key. Try again in $wait s.";
		return ( new Geolet_Error( 503, $text, array( 'retry-after' => (string) $wait ), true ) )->of_kind( 'limit' );
	}

	/**
	 * Refuses an answer that has a key in it: a service that echoes its request would give the key to every page.
	 *
	 * @param string $text Its body with escapes as they came and as they are read, and its links.
	 * @throws Geolet_Error When a key is in it, also behind percent-encoding.
	 */
	private function refuse_key( string $text ) {
		foreach ( array( $this->settings['key'], $this->settings['secondKey'] ) as $key ) {
			foreach ( array( $text, rawurldecode( $text ), rawurldecode( rawurldecode( $text ) ) ) as $spelling ) {
				if ( strlen( $key ) >= self::MIN_KEY_LENGTH && false !== strpos( $spelling, $key ) ) {
					throw ( new Geolet_Error( 502, "The visitor-data service answered with the proxy's key in it." ) )->of_kind( 'answer' );
				}
			}
		}
	}

	/**
	 * Some data must be credited with a link. The service says so with `rel="license"`, and only those links are passed
	 * on, only with https.
	 *
	 * @param string $header The value of `Link`.
	 */
	private static function license_links( string $header ): string {
		$link = '/<([^<>]*)>((?:\s*;\s*[\w*-]+(?:\s*=\s*(?:"[^"\\\\]*"|[^\s",;]+))?)*)/';
		preg_match_all( $link, substr( $header, 0, 4096 ), $found, PREG_SET_ORDER );
		$links = array();
		foreach ( $found as list( , $target, $parameters ) ) {
			$is_license = preg_match( '/;\s*rel\s*=\s*"?license"?\s*(?:;|$)/Di', $parameters );
			if ( $is_license && preg_match( '~^https://[a-z0-9.-]+(?::\d+)?(/[!#-;=?-\~]*)?$~Di', $target, $url ) ) {
				$links[] = '<' . $target . ( isset( $url[1] ) ? '' : '/' ) . '>; rel="license"';
			}
		}
		return implode( ', ', array_slice( $links, 0, self::MAX_LINKS ) );
	}
}
