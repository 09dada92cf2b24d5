<?php
/**
 * The plugin in pages.
 *
 * @package Geolet
 */

defined( 'ABSPATH' ) || exit;

/**
 * Connects the parts of the plugin with WordPress.
 */
final class Geolet_Plugin {
	/**
	 * Registers everything but the route. On `plugins_loaded`.
	 */
	public static function start() {
		Geolet_Script::register();
		Geolet_Kses::register();
		Geolet_Attribution::register();
		Geolet_Shortcodes::register();
		Geolet_Editor::register();
		Geolet_Site_Health::register();
		Geolet_Woocommerce::register();
		Geolet_Rates::register();
		add_filter( 'wpmu_drop_tables', array( 'Geolet_Store', 'drop_with_site' ) );
		if ( is_admin() ) {
			Geolet_Settings_Page::register();
			if ( is_multisite() ) {
				Geolet_Network_Page::register();
			}
		}
	}
}
