<?php
/**
 * The store in the database.
 *
 * @package Geolet
 */

defined( 'ABSPATH' ) || exit;

// phpcs:disable WordPress.DB -- The table is our own, and is itself the cache.

/**
 * Keeps everything in one table, which is made where it is missing: a site of a network may be younger than the plugin.
 * What has expired is swept away by one of a hundred writes, and so is the oldest above the bound.
 */
final class Geolet_Store_Table extends Geolet_Store {
	/** The type of the column holds no longer value. */
	private const MAX_LENGTH = 65535;

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
	 * Removes the tables of sites that were deleted while the plugin was not active.
	 */
	public static function drop_left_over() {
		global $wpdb;
		$tables = $wpdb->get_col( $wpdb->prepare( 'SHOW TABLES LIKE %s', $wpdb->esc_like( $wpdb->base_prefix ) . '%geolet' ) );
		foreach ( preg_grep( '/^' . preg_quote( $wpdb->base_prefix, '/' ) . '\d+_geolet$/D', $tables ) as $table ) {
			$wpdb->query( "DROP TABLE IF EXISTS $table" );
		}
	}

	/**
	 * What was put under a name.
	 *
	 * @param string $name The name.
	 */
	public function get( string $name ): ?string {
		return $this->attempt(
			static function ( wpdb $database, string $table ) use ( $name ) {
				$query = "SELECT value FROM $table WHERE name = %s AND expires > %d";
				return $database->get_var( $database->prepare( $query, self::hash( $name ), time() ) );
			}
		);
	}

	/**
	 * Puts a value under a name.
	 *
	 * @param string $name    The name.
	 * @param string $value   The value. One that is too long is not kept.
	 * @param int    $seconds How long it is kept.
	 */
	public function put( string $name, string $value, int $seconds ) {
		if ( strlen( $value ) > self::MAX_LENGTH ) {
			return;
		}
		$this->attempt(
			static function ( wpdb $database, string $table ) use ( $name, $value, $seconds ) {
				$row = array(
					'name'    => self::hash( $name ),
					'value'   => $value,
					'expires' => time() + $seconds,
				);
				$database->replace( $table, $row, array( '%s', '%s', '%d' ) );
			}
		);
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
		$hash = self::hash( $name );
		$now  = time();
		$this->attempt(
			static function ( wpdb $database, string $table ) use ( $hash, $now, $seconds ) {
				$query = "INSERT INTO $table (name, value, counted, expires) VALUES (%s, '', 1, %d)
					ON DUPLICATE KEY UPDATE counted = IF(expires <= %d, 1, counted + 1), expires = IF(expires <= %d, VALUES(expires), expires)";
				$database->query( $database->prepare( $query, $hash, $now + $seconds, $now, $now ) );
			}
		);
		$this->sweep();
		$row = $this->attempt(
			static function ( wpdb $database, string $table ) use ( $hash ) {
				return $database->get_row( $database->prepare( "SELECT counted, expires FROM $table WHERE name = %s", $hash ) );
			}
		);
		return null === $row ? array( 1, $seconds ) : array( (int) $row->counted, max( 1, $row->expires - $now ) );
	}

	/**
	 * Forgets a name.
	 *
	 * @param string $name The name.
	 */
	public function forget( string $name ) {
		$this->attempt(
			static function ( wpdb $database, string $table ) use ( $name ) {
				$database->delete( $table, array( 'name' => self::hash( $name ) ), array( '%s' ) );
			}
		);
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
		$most = $this->max_entries;
		$this->attempt(
			static function ( wpdb $database, string $table ) use ( $most ) {
				$database->query( $database->prepare( "DELETE FROM $table WHERE expires <= %d", time() ) );
				$surplus = (int) $database->get_var( "SELECT COUNT(*) FROM $table" ) - $most;
				if ( $surplus > 0 ) {
					$database->query( $database->prepare( "DELETE FROM $table ORDER BY expires LIMIT %d", $surplus ) );
				}
			}
		);
	}

	/**
	 * Asks the database, and once more where it refuses: then the table is made before, if it is missing. WordPress would
	 * write each refusal into the log.
	 *
	 * @param callable(wpdb, string): mixed $ask Gets the database and the name of the table.
	 * @return mixed What it returns.
	 * @throws Geolet_Error When the database refuses again. Without counts there would be no limit.
	 */
	private function attempt( callable $ask ) {
		global $wpdb;
		$was_quiet = $wpdb->suppress_errors();
		$answer    = $ask( $wpdb, self::name() );
		if ( '' !== $wpdb->last_error ) {
			self::create();
			$refusal = $wpdb->last_error;
			$answer  = $ask( $wpdb, self::name() );
			$refusal = '' === $refusal ? $wpdb->last_error : $refusal;
			if ( '' !== $wpdb->last_error ) {
				$wpdb->suppress_errors( $was_quiet );
				throw self::trouble( $refusal );
			}
		}
		$wpdb->suppress_errors( $was_quiet );
		return $answer;
	}
}
