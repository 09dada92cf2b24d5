<?php
/**
 * What plugin and Geolet's other proxies share.
 *
 * @package Geolet
 */

defined( 'ABSPATH' ) || exit;

/**
 * The tables that are generated from Geolet's sources.
 */
final class Geolet_Contract {
	/**
	 * The tables, once they are read.
	 *
	 * @var array<string, mixed>|null
	 */
	private static $tables = null;

	/**
	 * One of the tables in contract.generated.php.
	 *
	 * @param string $name Its name there.
	 * @return mixed
	 */
	public static function get( string $name ) {
		if ( null === self::$tables ) {
			self::$tables = require __DIR__ . '/contract.generated.php';
		}
		return self::$tables[ $name ];
	}
}
