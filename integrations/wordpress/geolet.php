<?php
/**
 * Plugin Name:       Geolet
 * Plugin URI:        https://github.com/geolet/geolet
 * Description:       Text, prices and content by country for each visitor, while page caches stay on.
 * Version:           0.1.0
 * Requires at least: 6.1
 * Requires PHP:      7.4
 * License:           MIT
 * License URI:       https://opensource.org/license/mit
 * Text Domain:       geolet
 * Domain Path:       /languages
 *
 * @package Geolet
 */

defined( 'ABSPATH' ) || exit;

define( 'GEOLET_PLUGIN_VERSION', '0.1.0' );
define( 'GEOLET_PLUGIN_FILE', __FILE__ );

spl_autoload_register(
	static function ( $name ) {
		if ( 0 === strpos( $name, 'Geolet_' ) ) {
			$file = __DIR__ . '/includes/class-' . strtolower( str_replace( '_', '-', $name ) ) . '.php';
			if ( is_readable( $file ) ) {
				require $file;
			}
		}
	}
);

register_activation_hook( __FILE__, array( 'Geolet_Store', 'install' ) );
register_deactivation_hook( __FILE__, array( 'Geolet_Shortcode_Writer', 'leave' ) );
register_deactivation_hook( __FILE__, array( 'Geolet_Rates', 'leave' ) );

// The record needs neither theme nor translations: answered here, it costs a third of a page.
add_action( 'plugins_loaded', array( 'Geolet_Route', 'answer' ) );
add_action( 'plugins_loaded', array( 'Geolet_Plugin', 'start' ) );
