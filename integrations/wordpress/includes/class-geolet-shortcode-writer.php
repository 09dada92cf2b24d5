<?php
/**
 * Shortcodes become HTML.
 *
 * @package Geolet
 */

defined( 'ABSPATH' ) || exit;

/**
 * Writes the HTML of our shortcodes into posts and widgets, in their place, when the plugin is switched off. After that
 * it can do nothing more, and WordPress would show the shortcodes as they are written; the elements show what is between
 * their tags. Once the plugin is on again, both do the same. An update does not switch it off in this sense.
 */
final class Geolet_Shortcode_Writer {
	/** What the form sends. */
	private const ACTION = 'geolet_write_html';

	/** Most posts that are changed in one go. */
	private const AT_ONCE = 200;

	/** For how many seconds switching off may change posts: an owner waits for it. */
	private const LONGEST = 20;

	/** Widgets that run shortcodes: the option of each kind, and where it has its text. */
	private const WIDGETS = array(
		'widget_text'        => 'text',
		'widget_custom_html' => 'content',
		'widget_block'       => 'content',
	);

	/**
	 * Registers what the form sends.
	 */
	public static function register() {
		add_action( 'admin_post_' . self::ACTION, array( self::class, 'answer' ) );
	}

	/**
	 * When the plugin is switched off.
	 *
	 * @param bool $is_network Whether it is for all sites of a network.
	 */
	public static function leave( $is_network = false ) {
		$end = microtime( true ) + self::LONGEST;
		foreach ( $is_network ? get_sites( array( 'fields' => 'ids', 'number' => 0 ) ) : array( get_current_blog_id() ) as $site ) {
			if ( is_multisite() ) {
				switch_to_blog( $site );
			}
			do {
				$changed = self::write_all();
				$is_late = microtime( true ) > $end;
			} while ( $changed > 0 && ! $is_late );
			if ( is_multisite() ) {
				restore_current_blog();
			}
			if ( $is_late ) {
				Geolet_Log::warn( 'The plugin was switched off before all of its shortcodes became HTML. Visitors read the others as they are written. Switch it on and off again.' );
				return;
			}
		}
	}

	/**
	 * A text with the HTML of our shortcodes in their place. Those of other plugins stay, and so do ours in double
	 * brackets, which WordPress shows as examples.
	 *
	 * @param string $text Of a post or a widget.
	 */
	public static function write( string $text ): string {
		$tags = array_merge( array_keys( Geolet_Contract::get( 'elements' ) ), array( 'geolet_attribution' ) );
		// What stands in a block for shortcodes becomes a block for HTML.
		$text = preg_replace_callback(
			'/<!-- wp:shortcode -->(.*?)<!-- \/wp:shortcode -->/s',
			static function ( $block ) use ( $tags ) {
				$html = self::replace( $block[1], $tags );
				return $html === $block[1] ? $block[0] : "<!-- wp:html -->$html<!-- /wp:html -->";
			},
			$text
		) ?? $text;
		return self::replace( $text, $tags );
	}

	/**
	 * Replaces shortcodes, and those within them.
	 *
	 * @param string   $text Of a post or a widget.
	 * @param string[] $tags Their names.
	 */
	private static function replace( string $text, array $tags ): string {
		if ( false === strpos( $text, '[geo' ) ) {
			return $text;
		}
		$replaced = preg_replace_callback(
			'/' . get_shortcode_regex( $tags ) . '/',
			static function ( $found ) use ( $tags ) {
				if ( '[' === $found[1] && ']' === $found[6] ) {
					return $found[0];
				}
				// The block is the link while the plugin is on, and nothing afterwards.
				$html = 'geolet_attribution' === $found[2]
					? '<!-- wp:geolet/attribution /-->'
					: Geolet_Shortcodes::element( $found[2], shortcode_parse_atts( $found[3] ), self::replace( $found[5], $tags ) );
				return $found[1] . $html . $found[6];
			},
			$text
		);
		// Null for a text that is too much for PHP's regular expressions.
		return $replaced ?? $text;
	}

	/**
	 * Changes posts and widgets. A post keeps what it was before as a revision.
	 *
	 * @return int How many were changed.
	 */
	public static function write_all(): int {
		$changed = 0;
		// Only our own shortcodes change: what somebody else may write into this post must not be taken away here.
		$was_filtered = false !== has_filter( 'content_save_pre', 'wp_filter_post_kses' );
		kses_remove_filters();
		foreach ( self::posts( self::AT_ONCE ) as $id ) {
			$content = get_post( $id )->post_content;
			$html    = self::write( $content );
			if ( $html !== $content ) {
				$post = array(
					'ID'           => $id,
					'post_content' => $html,
				);
				// WordPress itself keeps only what a post becomes.
				wp_save_post_revision( $id );
				wp_update_post( wp_slash( $post ) );
				++$changed;
			}
		}
		if ( $was_filtered ) {
			kses_init_filters();
		}
		return $changed + self::write_widgets();
	}

	/**
	 * Changes widgets.
	 *
	 * @return int How many were changed.
	 */
	private static function write_widgets(): int {
		$changed = 0;
		foreach ( self::WIDGETS as $option => $name ) {
			$before  = get_option( $option, array() );
			$widgets = is_array( $before ) ? $before : array();
			foreach ( $widgets as $number => $widget ) {
				$text = is_array( $widget ) ? ( $widget[ $name ] ?? null ) : null;
				if ( is_string( $text ) && self::write( $text ) !== $text ) {
					$widgets[ $number ][ $name ] = self::write( $text );
					++$changed;
				}
			}
			if ( $widgets !== $before && array() !== $widgets ) {
				update_option( $option, $widgets );
			}
		}
		return $changed;
	}

	/**
	 * How many posts and widgets have shortcodes of ours.
	 */
	public static function count(): int {
		$widgets = 0;
		foreach ( self::WIDGETS as $option => $name ) {
			foreach ( (array) get_option( $option, array() ) as $widget ) {
				$text     = is_array( $widget ) ? ( $widget[ $name ] ?? '' ) : '';
				$widgets += is_string( $text ) && self::write( $text ) !== $text ? 1 : 0;
			}
		}
		return $widgets + count( self::posts( self::AT_ONCE + 1 ) );
	}

	/**
	 * Posts of all kinds that have shortcodes of ours.
	 *
	 * @param int $most Of them.
	 * @return int[]
	 */
	private static function posts( int $most ): array {
		global $wpdb;
		$found = array();
		$last  = 0;
		do {
			// phpcs:ignore WordPress.DB -- WordPress has no query for this.
			$rows = $wpdb->get_results( $wpdb->prepare( "SELECT ID, post_content FROM $wpdb->posts WHERE ID > %d AND post_type <> 'revision' AND post_content LIKE %s ORDER BY ID LIMIT 200", $last, '%[geo%' ) );
			foreach ( $rows as $row ) {
				$last = (int) $row->ID;
				if ( self::write( $row->post_content ) !== $row->post_content ) {
					$found[] = $last;
				}
			}
		} while ( array() !== $rows && count( $found ) < $most );
		return array_slice( $found, 0, $most );
	}

	/**
	 * Prints what the settings page says of it, if there is something to say.
	 */
	public static function print_section() {
		$count = self::count();
		if ( 0 === $count ) {
			return;
		}
		$shown = $count > self::AT_ONCE ? self::AT_ONCE . '+' : $count;
		echo '<h2 id="geolet-shortcodes">' . esc_html__( 'When you deactivate the plugin', 'geolet' ) . '</h2><p>';
		/* translators: %s: number of posts and widgets. */
		echo esc_html( sprintf( __( 'Posts and widgets with shortcodes of this plugin: %s. Without the plugin visitors would see them as text. So they become HTML when you deactivate it: that does the same with the plugin, and shows its content without it. Posts keep a revision. Other places, such as the fields of page builders, are not changed. You can do it now.', 'geolet' ), $shown ) );
		echo '</p><form action="' . esc_url( admin_url( 'admin-post.php' ) ) . '" method="post">';
		echo '<input type="hidden" name="action" value="' . esc_attr( self::ACTION ) . '">';
		wp_nonce_field( self::ACTION );
		submit_button( __( 'Write shortcodes as HTML', 'geolet' ), 'secondary', 'geolet-write' );
		echo '</form>';
	}

	/**
	 * Does what the form asks for, and goes back to the page.
	 */
	public static function answer() {
		check_admin_referer( self::ACTION );
		if ( ! current_user_can( 'manage_options' ) ) {
			wp_die( esc_html__( 'You may not change the posts of this site.', 'geolet' ), '', array( 'response' => 403 ) );
		}
		$changed = self::write_all();
		/* translators: %d: number of posts and widgets. */
		$text = sprintf( __( 'Posts and widgets that were changed: %d.', 'geolet' ), $changed );
		add_settings_error( 'geolet', 'geolet-written', esc_html( $text ), 'success' );
		set_transient( 'settings_errors', get_settings_errors(), 30 );
		wp_safe_redirect( admin_url( 'options-general.php?page=geolet&settings-updated=true' ) );
		exit;
	}
}
