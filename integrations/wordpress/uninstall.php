<?php
/**
 * Removes all that the plugin has stored.
 *
 * @package Geolet
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

require_once __DIR__ . '/includes/class-geolet-settings.php';
require_once __DIR__ . '/includes/class-geolet-attribution.php';
require_once __DIR__ . '/includes/class-geolet-store.php';
require_once __DIR__ . '/includes/class-geolet-store-table.php';
require_once __DIR__ . '/includes/class-geolet-woocommerce.php';

/**
 * Removes what one site has.
 */
function geolet_uninstall_site() {
	delete_option( Geolet_Settings::OPTION );
	delete_option( Geolet_Settings::KEY_OPTION );
	delete_option( Geolet_Attribution::OPTION );
	delete_option( Geolet_Attribution::WIDGET_OPTION );
	delete_post_meta_by_key( Geolet_Woocommerce::META );
	Geolet_Store_Table::drop();
}

if ( is_multisite() ) {
	foreach ( get_sites( array( 'fields' => 'ids', 'number' => 0 ) ) as $geolet_site ) {
		switch_to_blog( $geolet_site );
		geolet_uninstall_site();
		restore_current_blog();
	}
} else {
	geolet_uninstall_site();
}
