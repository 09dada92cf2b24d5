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
	 * Makes what the stores need. When the plugin is activated. In a network each site gets it with its first visitor.
	 */
	public static function install() {
		Geolet_Store_Table::create();
	}

	/**
	 * Lets a site of a network go with all that belongs to it.
	 *
	 * @param string[] $tables That WordPress is about to drop.
	 * @return string[]
	 */
	public static function drop_with_site( $tables ) {
		// WordPress has switched to that site.
		$tables['geolet'] = Geolet_Store_Table::name();
		return $tables;
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
	protected static function hash( string $name ): string {
		return hash_hmac( 'sha256', $name, wp_salt( 'nonce' ) );
	}

	/**
	 * Tells the owner, once in an hour, that nothing can be kept, and makes the error for the visitor.
	 *
	 * @param string $detail What the store says.
	 */
	protected static function trouble( string $detail ): Geolet_Error {
		$error = new Geolet_Error( 503, 'There is no record now: the store of the proxy is in trouble.', array( 'retry-after' => '60' ) );
		Geolet_Log::error_once( "503 Without its table in the database, or the object cache, Geolet cannot count requests, and gives no records: $detail. Site Health says more." );
		return $error->of_kind( 'store', $detail )->quiet();
	}
}
