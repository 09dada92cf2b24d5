<?php
/**
 * What outlives a request.
 *
 * @package Geolet
 */

defined( 'ABSPATH' ) || exit;

/**
 * Keeps records, counts and short notes for a while: in the site's object cache where it has one that lasts, else in a
 * table of our own, which is bounded and swept. Names are hashed with a secret of the site, so no address is readable in
 * them.
 */
abstract class Geolet_Store {
	/**
	 * The store of this site.
	 *
	 * @param int $max_entries How many it may hold, where we are the ones to bound it.
	 */
	public static function open( int $max_entries ): self {
		return wp_using_ext_object_cache() ? new Geolet_Store_Cache() : new Geolet_Store_Table( $max_entries );
	}

	/**
	 * Makes what the stores need. When the plugin is activated.
	 */
	public static function install() {
		Geolet_Store_Table::create();
	}

	/**
	 * What was put under a name, while it is kept.
	 *
	 * @param string $name The name.
	 * @return string|null
	 */
	abstract public function get( string $name ): ?string;

	/**
	 * Puts a value under a name.
	 *
	 * @param string $name    The name.
	 * @param string $value   The value.
	 * @param int    $seconds How long it is kept.
	 */
	abstract public function put( string $name, string $value, int $seconds );

	/**
	 * Takes a name for a while. Of several who try at once, one gets it.
	 *
	 * @param string $name    The name.
	 * @param int    $seconds How long it is taken.
	 * @return int 0, or for how many seconds it is still taken by somebody else.
	 */
	abstract public function take( string $name, int $seconds ): int;

	/**
	 * Counts within a time that begins with the first count.
	 *
	 * @param string $name    What is counted.
	 * @param int    $seconds The time.
	 * @return array{0: int, 1: int} The count, and in how many seconds it begins again.
	 */
	abstract public function count( string $name, int $seconds ): array;

	/**
	 * Forgets a name.
	 *
	 * @param string $name The name.
	 */
	abstract public function forget( string $name );

	/**
	 * The name under which something is kept.
	 *
	 * @param string $name Readable.
	 */
	protected function hash( string $name ): string {
		return hash_hmac( 'sha256', $name, wp_salt( 'nonce' ) );
	}
}
