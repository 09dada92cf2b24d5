<?php
/**
 * The way to the service.
 *
 * @package Geolet
 */

defined( 'ABSPATH' ) || exit;

/**
 * One GET by WordPress's own HTTP client, which knows the owner's proxies and certificates, but with no header of its
 * own, and never longer or more than is allowed.
 */
final class Geolet_Transport {
	/**
	 * Sends a request.
	 *
	 * @param string                $url       Whole address.
	 * @param array<string, string> $headers   All headers but `Host`.
	 * @param int                   $timeout   Milliseconds until the answer must be whole.
	 * @param int                   $max_bytes Most bytes of the answer.
	 * @return array<string, mixed> As of `wp_remote_get`.
	 * @throws Geolet_Error When no whole answer came.
	 */
	public static function get( string $url, array $headers, int $timeout, int $max_bytes ): array {
		$is_too_much = false;
		$limit       = static function ( $handle ) use ( $headers, $timeout, $max_bytes, &$is_too_much ) {
			self::limit( $handle, $headers, $timeout, $max_bytes, $is_too_much );
		};
		// The last word on this one request, and on no other of the site.
		add_action( 'http_api_curl', $limit, PHP_INT_MAX );
		$start  = microtime( true );
		$answer = wp_remote_get(
			$url,
			array(
				'headers'             => $headers,
				'user-agent'          => $headers['user-agent'] ?? '',
				'timeout'             => $timeout / 1000,
				'redirection'         => 0,
				'limit_response_size' => $max_bytes + 1,
				'decompress'          => false,
				'cookies'             => array(),
			)
		);
		remove_action( 'http_api_curl', $limit, PHP_INT_MAX );
		if ( $is_too_much || ( ! is_wp_error( $answer ) && strlen( wp_remote_retrieve_body( $answer ) ) > $max_bytes ) ) {
			throw ( new Geolet_Error( 502, "The visitor-data service answered with more than $max_bytes bytes." ) )->of_kind( 'answer' );
		}
		if ( ! is_wp_error( $answer ) ) {
			return $answer;
		}
		if ( 1000 * ( microtime( true ) - $start ) >= $timeout - 1 ) {
			throw ( new Geolet_Error( 504, "The visitor-data service did not answer within $timeout ms.", array(), true ) )->of_kind( 'slow' );
		}
		Geolet_Log::info( 'The HTTP client says: ' . $answer->get_error_message() );
		$error = new Geolet_Error( 502, 'The visitor-data service cannot be reached, or broke off its answer.', array(), true );
		throw $error->of_kind( 'unreachable', $answer->get_error_message() );
	}

	/**
	 * Tells cURL what WordPress's client has no argument for. Where it has no cURL, it waits whole seconds and reads to
	 * the end.
	 *
	 * @param resource|CurlHandle   $handle      Of the request.
	 * @param array<string, string> $headers     Those that are sent.
	 * @param int                   $timeout     Milliseconds.
	 * @param int                   $max_bytes   Of the answer.
	 * @param bool                  $is_too_much Becomes true when there were more.
	 */
	private static function limit( $handle, array $headers, int $timeout, int $max_bytes, bool &$is_too_much ) {
		// phpcs:disable WordPress.WP.AlternativeFunctions -- This is the client's own hook for such options.
		curl_setopt( $handle, CURLOPT_REFERER, $headers['referer'] ?? '' );
		curl_setopt( $handle, CURLOPT_ENCODING, null );
		curl_setopt( $handle, CURLOPT_TIMEOUT_MS, $timeout );
		curl_setopt( $handle, CURLOPT_CONNECTTIMEOUT_MS, $timeout );
		curl_setopt( $handle, CURLOPT_NOSIGNAL, true );
		curl_setopt( $handle, CURLOPT_NOPROGRESS, false );
		curl_setopt(
			$handle,
			CURLOPT_PROGRESSFUNCTION,
			static function ( $handle, $expected, $received ) use ( $max_bytes, &$is_too_much ) {
				$is_too_much = $received > $max_bytes;
				return (int) $is_too_much;
			}
		);
	}
}
