<?php
/**
 * What is told to the owner.
 *
 * @package Geolet
 */

defined( 'ABSPATH' ) || exit;

/**
 * Writes lines to PHP's log, without keys and visitors' addresses. Plugins that keep logs can take them over by the
 * filter `geolet_log`.
 */
final class Geolet_Log {
	/** Most bytes of a line. */
	private const MAX_LENGTH = 2000;

	/**
	 * A visitor got no record.
	 *
	 * @param string $line One sentence.
	 */
	public static function error( string $line ) {
		self::write( 'error', $line );
	}

	/**
	 * No visitor gets a record until the owner changes something: told once in an hour, and not for each visitor.
	 *
	 * @param string $line One sentence.
	 */
	public static function error_once( string $line ) {
		$name = 'geolet_told_' . md5( $line );
		if ( false === get_transient( $name ) ) {
			set_transient( $name, 'yes', HOUR_IN_SECONDS );
			self::write( 'error', $line );
		}
	}

	/**
	 * The owner should change something.
	 *
	 * @param string $line One sentence.
	 */
	public static function warn( string $line ) {
		self::write( 'warning', $line );
	}

	/**
	 * Good to know.
	 *
	 * @param string $line One sentence.
	 */
	public static function info( string $line ) {
		self::write( 'info', $line );
	}

	/**
	 * Writes a line.
	 *
	 * @param string $level One of PSR-3.
	 * @param string $line  One sentence.
	 */
	private static function write( string $level, string $line ) {
		$line = str_replace( Geolet_Settings::secrets(), '[key]', $line );
		// Control characters, and those that turn the direction of a line: a terminal would obey them.
		$line = preg_replace( '/(?:[\x00-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9])+/', ' ', substr( $line, 0, self::MAX_LENGTH ) );
		/**
		 * Takes a line over, so that it does not go to PHP's log.
		 *
		 * @param bool   $is_taken Whether it is taken over.
		 * @param string $level    `error`, `warning` or `info`.
		 * @param string $line     One sentence.
		 */
		if ( ! apply_filters( 'geolet_log', false, $level, $line ) ) {
			error_log( "Geolet $level: $line" ); // phpcs:ignore WordPress.PHP.DevelopmentFunctions -- The owner's only way to learn of it.
		}
	}
}
