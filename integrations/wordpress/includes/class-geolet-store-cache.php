<?php
/**
 * The store in the object cache.
 *
 * @package Geolet
 */

defined( 'ABSPATH' ) || exit;

/**
 * Keeps everything in the site's object cache, such as Redis or Memcached, which bounds itself.
 */
final class Geolet_Store_Cache extends Geolet_Store {
	private const GROUP = 'geolet';

	/**
	 * What was put under a name.
	 *
	 * @param string $name The name.
	 */
	public function get( string $name ): ?string {
		$value = wp_cache_get( self::hash( $name ), self::GROUP );
		return is_string( $value ) ? $value : null;
	}

	/**
	 * Puts a value under a name.
	 *
	 * @param string $name    The name.
	 * @param string $value   The value.
	 * @param int    $seconds How long it is kept.
	 */
	public function put( string $name, string $value, int $seconds ) {
		wp_cache_set( self::hash( $name ), $value, self::GROUP, $seconds );
	}

	/**
	 * Takes a name for a while.
	 *
	 * @param string $name    The name.
	 * @param int    $seconds How long it is taken.
	 */
	public function take( string $name, int $seconds ): int {
		$key = self::hash( $name );
		if ( wp_cache_add( $key, time() + $seconds, self::GROUP, $seconds ) ) {
			return 0;
		}
		return max( 1, (int) wp_cache_get( $key, self::GROUP ) - time() );
	}

	/**
	 * Counts within a time. The end is part of the counter's key, since not every cache keeps the life of what it
	 * increments.
	 *
	 * @param string $name    What is counted.
	 * @param int    $seconds The time.
	 * @throws Geolet_Error When the cache is in trouble. Without counts there would be no limit.
	 */
	public function count( string $name, int $seconds ): array {
		$left = $this->take( $name, $seconds );
		$left = 0 === $left ? $seconds : $left;
		$end  = (int) wp_cache_get( self::hash( $name ), self::GROUP );
		$key  = self::hash( "$name $end" );
		wp_cache_add( $key, 0, self::GROUP, $seconds );
		$count = (int) wp_cache_incr( $key, 1, self::GROUP );
		if ( $count < 1 ) {
			throw self::trouble( __( 'the object cache does not count', 'geolet' ) );
		}
		return array( $count, $left );
	}

	/**
	 * Forgets a name.
	 *
	 * @param string $name The name.
	 */
	public function forget( string $name ) {
		wp_cache_delete( self::hash( $name ), self::GROUP );
	}
}
