<?php
/**
 * One visit.
 *
 * @package Geolet
 */

defined( 'ABSPATH' ) || exit;

/**
 * What is known about one request of a visitor. Nothing else of it reaches the service.
 */
final class Geolet_Visit {
	/**
	 * The ID of the request, which the service gets too.
	 *
	 * @var string
	 */
	public $id;

	/**
	 * The visitor's address.
	 *
	 * @var Geolet_Address
	 */
	public $address;

	/**
	 * Host and port of the request.
	 *
	 * @var string
	 */
	public $site;

	/**
	 * The visitor's own headers that are passed on.
	 *
	 * @var array<string, string>
	 */
	public $headers = array();

	/**
	 * Whether the browser sends Global Privacy Control.
	 *
	 * @link https://www.w3.org/TR/gpc/
	 * @var bool
	 */
	public $global_privacy_control;

	/**
	 * Reads a visit.
	 *
	 * @param Geolet_Request $request The request.
	 * @param Geolet_Address $address Of the visitor.
	 * @param string         $id      Of the request.
	 */
	public function __construct( Geolet_Request $request, Geolet_Address $address, string $id ) {
		$this->id      = $id;
		$this->address = $address;
		$this->site    = $request->host();
		foreach ( Geolet_Contract::get( 'passedHeaders' ) as $name ) {
			$value   = $request->header( $name );
			$is_page = 'referer' === $name || Geolet_Contract::get( 'refererHeader' ) === $name;
			$value   = null === $value ? '' : ( $is_page ? self::page( $value ) : self::plain( $value ) );
			if ( '' !== $value ) {
				$this->headers[ $name ] = $value;
			}
		}
		$this->global_privacy_control = '1' === $request->header( 'sec-gpc' );
	}

	/**
	 * Equal for visits that the service is asked the same about.
	 */
	public function cache_key(): string {
		$lines = array( $this->address->visitor_key(), $this->site );
		foreach ( Geolet_Contract::get( 'passedHeaders' ) as $name ) {
			$lines[] = $this->headers[ $name ] ?? '';
		}
		return implode( "\n", $lines );
	}

	/**
	 * A header's value, cut and in printable ASCII.
	 *
	 * @param string $value As it came.
	 */
	private static function plain( string $value ): string {
		$value = substr( $value, 0, Geolet_Contract::get( 'maxHeaderLength' ) );
		return trim( preg_replace( '/[^\x20-\x7e]+/', '', $value ) );
	}

	/**
	 * A page without credentials, query and fragment, which may identify a person or grant access.
	 *
	 * @param string $value As it came.
	 * @return string Empty for what is no page.
	 */
	private static function page( string $value ): string {
		$parts  = strlen( $value ) > 8192 ? false : wp_parse_url( $value );
		$scheme = strtolower( $parts['scheme'] ?? '' );
		$host   = strtolower( $parts['host'] ?? '' );
		$usual  = array(
			'https' => 443,
			'http'  => 80,
		);
		if ( ! isset( $usual[ $scheme ] ) || ! preg_match( '/^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/D', $host ) ) {
			return '';
		}
		$port = $parts['port'] ?? $usual[ $scheme ];
		$path = preg_replace_callback(
			'/[^\x21-\x7e]/',
			static function ( $found ) {
				return rawurlencode( $found[0] );
			},
			$parts['path'] ?? '/'
		);
		$page = $scheme . '://' . $host . ( $usual[ $scheme ] === $port ? '' : ":$port" ) . $path;
		return substr( $page, 0, Geolet_Contract::get( 'maxHeaderLength' ) );
	}
}
