<?php
/**
 * Removes all that the plugin has stored.
 *
 * @package Geolet
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

require_once __DIR__ . '/includes/class-geolet-settings.php';
require_once __DIR__ . '/includes/class-geolet-attribution.php';
require_once __DIR__ . '/includes/class-geolet-rates.php';
require_once __DIR__ . '/includes/class-geolet-store.php';
require_once __DIR__ . '/includes/class-geolet-store-table.php';
require_once __DIR__ . '/includes/class-geolet-woocommerce.php';

/**
 * Removes notes that expire by themselves, but later.
 */
function geolet_uninstall_notes() {
	global $wpdb;
	foreach ( array( '_transient_geolet_', '_transient_timeout_geolet_' ) as $beginning ) {
		// phpcs:ignore WordPress.DB -- Their names are not known.
		$wpdb->query( $wpdb->prepare( "DELETE FROM $wpdb->options WHERE option_name LIKE %s", $wpdb->esc_like( $beginning ) . '%' ) );
	}
}

/**
 * Removes what one site has.
 */
function geolet_uninstall_site() {
	delete_option( Geolet_Settings::OPTION );
	delete_option( Geolet_Settings::KEY_OPTION );
	delete_option( Geolet_Attribution::OPTION );
	delete_option( Geolet_Attribution::WIDGET_OPTION );
	delete_option( Geolet_Rates::OPTION );
	Geolet_Rates::leave();
	geolet_uninstall_notes();
	delete_post_meta_by_key( Geolet_Woocommerce::META );
	Geolet_Store_Table::drop();
}

/**
 * Removes what the sites of a network have, and what all of them share.
 */
function geolet_uninstall_networks() {
	foreach ( get_sites( array( 'fields' => 'ids', 'number' => 0 ) ) as $site ) {
		switch_to_blog( $site );
		geolet_uninstall_site();
		restore_current_blog();
	}
	foreach ( get_networks( array( 'fields' => 'ids', 'number' => 0 ) ) as $network ) {
		delete_network_option( $network, Geolet_Settings::OPTION );
		delete_network_option( $network, Geolet_Settings::KEY_OPTION );
	}
	Geolet_Store_Table::drop_left_over();
}

if ( is_multisite() ) {
	geolet_uninstall_networks();
} else {
	geolet_uninstall_site();
}
