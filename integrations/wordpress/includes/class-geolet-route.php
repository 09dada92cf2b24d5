<?php
/**
 * The address of the record.
 *
 * @package Geolet
 */

defined( 'ABSPATH' ) || exit;

/**
 * Answers at an address of the REST API, which page caches leave alone, but before WordPress's REST server does: that
 * lets pages of every origin read answers, wraps them into scripts (`_jsonp`) and takes other methods (`_method`).
 */
final class Geolet_Route {
	/** Below the address of the REST API. */
	public const ROUTE = '/geolet/v1/visitor';

	/**
	 * Answers the request that WordPress has begun with, if it asks for the record, and ends.
	 */
	public static function answer() {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- Read as it came, and checked where it is used.
		$request = new Geolet_Request( $_SERVER );
		if ( false === strpos( $request->target(), 'geolet' ) ) {
			return;
		}
		$settings = Geolet_Settings::raw();
		if ( ! in_array( $settings['source'], array( 'service', 'host' ), true ) || self::target() !== self::known_part( $request ) ) {
			return;
		}
		self::stay_out_of_caches();
		$id = $request->header( 'x-request-id' );
		$id = null !== $id && preg_match( '/^[\w.:-]{1,64}$/D', $id ) ? $id : wp_generate_uuid4();
		self::send( $request, self::respond( $request, $id ), $id );
		exit;
	}

	/**
	 * Where a route is, without scheme and host.
	 *
	 * @param string $route That of the record, unless another is named.
	 */
	public static function target( string $route = self::ROUTE ): string {
		$home       = rtrim( (string) wp_parse_url( home_url(), PHP_URL_PATH ), '/' );
		$permalinks = (string) get_option( 'permalink_structure' );
		if ( '' === $permalinks ) {
			return "$home/?rest_route=$route";
		}
		$index = 0 === strpos( $permalinks, '/index.php' ) ? '/index.php' : '';
		return $home . $index . '/' . rest_get_url_prefix() . $route;
	}

	/**
	 * The part of the request that must be the target: the path exactly as it was sent, since a cache in front with a
	 * rule for it knows one spelling. Without permalinks the route is in the query.
	 *
	 * @param Geolet_Request $request The request.
	 */
	private static function known_part( Geolet_Request $request ): string {
		if ( false === strpos( self::target(), '?' ) ) {
			return explode( '?', $request->target(), 2 )[0];
		}
		return explode( '&', $request->target(), 2 )[0];
	}

	/**
	 * Tells the known page caches. Their own rules for the REST API differ.
	 */
	private static function stay_out_of_caches() {
		if ( ! defined( 'DONOTCACHEPAGE' ) ) {
			define( 'DONOTCACHEPAGE', true );
		}
		do_action( 'litespeed_control_set_nocache', 'A record belongs to one visitor.' );
	}

	/**
	 * The response, whatever happens.
	 *
	 * @param Geolet_Request $request The request.
	 * @param string         $id      Of the request.
	 * @return array{status: int, headers: array<string, string>, body: array<string, mixed>|null}
	 */
	private static function respond( Geolet_Request $request, string $id ): array {
		$cors = array();
		try {
			$settings             = Geolet_Settings::load_complete();
			$proxy                = new Geolet_Proxy( $settings, Geolet_Store::open( $settings['cacheEntries'] ) );
			$cors                 = $proxy->cors_headers( $request );
			$response             = $proxy->respond( $request, $id );
			$response['headers'] += $cors;
			return $response;
		} catch ( Geolet_Error $error ) {
			$status  = $error->getCode();
			$text    = $error->getMessage();
			$headers = $error->headers + $cors;
			if ( $status >= 500 && ! $error->is_quiet ) {
				Geolet_Log::error( "$status $text (request $id)" );
			}
		} catch ( InvalidArgumentException $error ) {
			$status  = 500;
			$text    = 'A setting of the proxy is wrong; its log says which.';
			$headers = $cors;
			Geolet_Log::error_once( '500 ' . $error->getMessage() . ' Visitors get no record. Site Health says more.' );
		} catch ( Throwable $error ) {
			$status  = 500;
			$text    = 'Something went wrong in the proxy; its log says what.';
			$headers = $cors;
			Geolet_Log::error( '500 ' . $error->getMessage() . " (request $id)" );
		}
		return array(
			'status'  => $status,
			'headers' => $headers,
			'body'    => array(
				'status'      => $status,
				'message'     => Geolet_Contract::get( 'statusNames' )[ $status ],
				'description' => $text,
			),
		);
	}

	/**
	 * Sends a response, and no header that anybody else has set.
	 *
	 * @param Geolet_Request                                                                     $request  The request.
	 * @param array{status: int, headers: array<string, string>, body: array<string, mixed>|null} $response The response.
	 * @param string                                                                             $id       Of the request.
	 */
	private static function send( Geolet_Request $request, array $response, string $id ) {
		header_remove();
		status_header( $response['status'] );
		$headers = $response['headers'] + Geolet_Contract::get( 'responseHeaders' ) + array( 'x-request-id' => $id );
		if ( null === $response['body'] ) {
			unset( $headers['content-type'] );
			// PHP would send its own.
			ini_set( 'default_mimetype', '' ); // phpcs:ignore WordPress.PHP.IniSet -- For this response alone.
		}
		// For Cloudflare's cache of whole pages.
		$headers['cf-edge-cache'] = 'no-cache';
		foreach ( $headers as $name => $value ) {
			header( "$name: $value" );
		}
		if ( null !== $response['body'] && 'HEAD' !== $request->method() ) {
			// An object also where it is empty. Not escaped: this is JSON, and no page.
			echo wp_json_encode( (object) $response['body'], JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE ); // phpcs:ignore WordPress.Security.EscapeOutput
		}
	}
}
