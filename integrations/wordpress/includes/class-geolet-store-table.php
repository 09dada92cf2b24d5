<?php
/**
 * The store in the database.
 *
 * @package Geolet
 */

defined( 'ABSPATH' ) || exit;

// phpcs:disable WordPress.DB -- The table is our own, and is itself the cache.

/**
 * Keeps everything in one table. What has expired is swept away by one of a hundred writes, and so is the oldest above
 * the bound.
 */
final class Geolet_Store_Table extends Geolet_Store {
	/**
	 * Most rows.
	 *
	 * @var int
	 */
	private $max_entries;

	/**
	 * Opens the table.
	 *
	 * @param int $max_entries Most rows.
	 */
	public function __construct( int $max_entries ) {
		$this->max_entries = $max_entries;
	}

	/**
	 * Its name.
	 */
	public static function name(): string {
		global $wpdb;
		return $wpdb->prefix . 'geolet';
	}

	/**
	 * Makes the table, if it is not there.
	 */
	public static function create() {
		global $wpdb;
		$name = self::name();
		$wpdb->query(
			"CREATE TABLE IF NOT EXISTS $name (
				name CHAR(64) CHARACTER SET ascii NOT NULL,
				value TEXT NOT NULL,
				counted INT UNSIGNED NOT NULL DEFAULT 0,
				expires INT UNSIGNED NOT NULL,
				PRIMARY KEY (name),
				KEY expires (expires)
			) " . $wpdb->get_charset_collate()
		);
	}

	/**
	 * Removes the table.
	 */
	public static function drop() {
		global $wpdb;
		$wpdb->query( 'DROP TABLE IF EXISTS ' . self::name() );
	}

	/**
	 * What was put under a name.
	 *
	 * @param string $name The name.
	 */
	public function get( string $name ): ?string {
		global $wpdb;
		$table = self::name();
		return $wpdb->get_var(
			$wpdb->prepare( "SELECT value FROM $table WHERE name = %s AND expires > %d", $this->hash( $name ), time() )
		);
	}

	/**
	 * Puts a value under a name.
	 *
	 * @param string $name    The name.
	 * @param string $value   The value.
	 * @param int    $seconds How long it is kept.
	 */
	public function put( string $name, string $value, int $seconds ) {
		global $wpdb;
		$row = array(
			'name'    => $this->hash( $name ),
			'value'   => $value,
			'expires' => time() + $seconds,
		);
		$wpdb->replace( self::name(), $row, array( '%s', '%s', '%d' ) );
		$this->sweep();
	}

	/**
	 * Takes a name for a while.
	 *
	 * @param string $name    The name.
	 * @param int    $seconds How long it is taken.
	 */
	public function take( string $name, int $seconds ): int {
		list( $count, $left ) = $this->count( $name, $seconds );
		return 1 === $count ? 0 : $left;
	}

	/**
	 * Counts within a time. The database counts, so that no count of requests at the same moment is lost.
	 *
	 * @param string $name    What is counted.
	 * @param int    $seconds The time.
	 */
	public function count( string $name, int $seconds ): array {
		global $wpdb;
		$table = self::name();
		$hash  = $this->hash( $name );
		$now   = time();
		$wpdb->query(
			$wpdb->prepare(
				"INSERT INTO $table (name, value, counted, expires) VALUES (%s, '', 1, %d)
				ON DUPLICATE KEY UPDATE counted = IF(expires <= %d, 1, counted + 1), expires = IF(expires <= %d, VALUES(expires), expires)",
				$hash,
				$now + $seconds,
				$now,
				$now
			)
		);
		$this->sweep();
		$row = $wpdb->get_row( $wpdb->prepare( "SELECT counted, expires FROM $table WHERE name = %s", $hash ) );
		return null === $row ? array( 1, $seconds ) : array( (int) $row->counted, max( 1, $row->expires - $now ) );
	}

	/**
	 * Forgets a name.
	 *
	 * @param string $name The name.
	 */
	public function forget( string $name ) {
		global $wpdb;
		$wpdb->delete( self::name(), array( 'name' => $this->hash( $name ) ), array( '%s' ) );
	}

	/**
	 * Deletes what has expired and what is above the bound, now and then.
	 */
	private function sweep() {
		if ( 0 === wp_rand( 0, 99 ) ) {
			$this->sweep_now();
		}
	}

	/**
	 * Deletes what has expired and what is above the bound.
	 */
	public function sweep_now() {
		global $wpdb;
		$table = self::name();
		$wpdb->query( $wpdb->prepare( "DELETE FROM $table WHERE expires <= %d", time() ) );
		$surplus = (int) $wpdb->get_var( "SELECT COUNT(*) FROM $table" ) - $this->max_entries;
		if ( $surplus > 0 ) {
			$wpdb->query( $wpdb->prepare( "DELETE FROM $table ORDER BY expires LIMIT %d", $surplus ) );
		}
	}
}
