<?php
/**
 * The block editor.
 *
 * @package Geolet
 */

defined( 'ABSPATH' ) || exit;

/**
 * Brings Geolet's blocks and the panel "Show to" into the block editor.
 */
final class Geolet_Editor {
	/**
	 * Registers the scripts.
	 */
	public static function register() {
		add_action( 'enqueue_block_editor_assets', array( self::class, 'enqueue' ) );
	}

	/**
	 * Adds the scripts to the editor's page.
	 */
	public static function enqueue() {
		$needs = array( 'wp-blocks', 'wp-block-editor', 'wp-components', 'wp-compose', 'wp-data', 'wp-element', 'wp-hooks', 'wp-i18n', 'wp-url' );
		self::add( 'places', $needs );
		self::add( 'show-to', array( 'geolet-places' ) );
		self::add( 'blocks', array( 'geolet-places' ) );
		$known = array(
			'countries' => array_column( require __DIR__ . '/countries.generated.php', 'countryName', 'countryCode' ),
			'groups'    => Geolet_Contract::get( 'groups' ),
		);
		wp_add_inline_script( 'geolet-places', 'window.geoletEditor = ' . wp_json_encode( $known, JSON_HEX_TAG ) . ';', 'before' );
		wp_enqueue_style( 'geolet-editor', plugins_url( 'editor/editor.css', GEOLET_PLUGIN_FILE ), array(), GEOLET_PLUGIN_VERSION );
	}

	/**
	 * Adds one script.
	 *
	 * @param string   $name  Of its file.
	 * @param string[] $needs Scripts that come before it.
	 */
	private static function add( string $name, array $needs ) {
		wp_enqueue_script( "geolet-$name", plugins_url( "editor/$name.js", GEOLET_PLUGIN_FILE ), $needs, GEOLET_PLUGIN_VERSION, true );
		wp_set_script_translations( "geolet-$name", 'geolet', plugin_dir_path( GEOLET_PLUGIN_FILE ) . 'languages' );
	}
}
