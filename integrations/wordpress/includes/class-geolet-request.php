<?php
/**
 * The visitor's request.
 *
 * @package Geolet
 */

defined( 'ABSPATH' ) || exit;

/**
 * What the web server says of one request, as it came. Not sanitized, since nothing of it gets into a page: each value
 * is checked where it is used.
 */
final class Geolet_Request {
	/**
	 * The server's variables, without the slashes that WordPress adds later.
	 *
	 * @var array<string, mixed>
	 */
	private $server;

	/**
	 * Wraps a request.
	 *
	 * @param array<string, mixed> $server That is `$_SERVER`, as long as WordPress has added no slashes.
	 */
	public function __construct( array $server ) {
		$this->server = $server;
	}

	/**
	 * The method, in capitals.
	 */
	public function method(): string {
		return $this->variable( 'REQUEST_METHOD' ) ?? 'GET';
	}

	/**
	 * A header, or null when it did not come.
	 *
	 * @param string $name In lower case.
	 */
	public function header( string $name ): ?string {
		return $this->variable( 'HTTP_' . strtoupper( str_replace( '-', '_', $name ) ) );
	}

	/**
	 * Path and query, exactly as they were sent.
	 */
	public function target(): string {
		return $this->variable( 'REQUEST_URI' ) ?? '/';
	}

	/**
	 * Host and port that the visitor asked.
	 */
	public function host(): string {
		return strtolower( $this->header( 'host' ) ?? '' );
	}

	/**
	 * The other end of the connection. A link-local address comes with a network interface, which is not part of it.
	 */
	public function peer(): ?Geolet_Address {
		return Geolet_Address::parse( preg_replace( '/%.*/', '', $this->variable( 'REMOTE_ADDR' ) ?? '' ) );
	}

	/**
	 * Whether a body follows.
	 */
	public function has_body(): bool {
		$length = $this->variable( 'CONTENT_LENGTH' ) ?? '';
		return null !== $this->header( 'transfer-encoding' ) || ( '' !== $length && '0' !== $length );
	}

	/**
	 * One of the server's variables.
	 *
	 * @param string $name Its name.
	 */
	private function variable( string $name ): ?string {
		$value = $this->server[ $name ] ?? null;
		return is_string( $value ) ? $value : null;
	}
}
