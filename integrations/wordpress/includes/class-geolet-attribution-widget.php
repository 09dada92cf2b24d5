<?php
/**
 * The link to where the data come from, as a widget.
 *
 * @package Geolet
 */

defined( 'ABSPATH' ) || exit;

/**
 * The link in a sidebar or footer of a theme without blocks. It prints nothing where none is due.
 */
final class Geolet_Attribution_Widget extends WP_Widget {
	/**
	 * Names the widget.
	 */
	public function __construct() {
		parent::__construct(
			'geolet_attribution',
			__( 'Source of the geo data', 'geolet' ),
			array( 'description' => __( 'The link that the geo data ask for. If they ask for none, it writes nothing.', 'geolet' ) )
		);
	}

	/**
	 * Prints the link.
	 *
	 * @param array<string, string> $args     What the theme wants around it.
	 * @param array<string, mixed>  $instance Settings, of which there are none.
	 */
	public function widget( $args, $instance ) {
		$link = Geolet_Attribution::html();
		if ( '' !== $link ) {
			echo $args['before_widget'] . '<p>' . $link . '</p>' . $args['after_widget']; // phpcs:ignore WordPress.Security.EscapeOutput -- Of the theme, and escaped where it is made.
		}
	}

	/**
	 * Says that there is nothing to set.
	 *
	 * @param array<string, mixed> $instance Settings, of which there are none.
	 * @return string What WordPress takes as "no button to save".
	 */
	public function form( $instance ) {
		echo '<p>' . esc_html__( 'There is nothing to set.', 'geolet' ) . '</p>';
		return 'noform';
	}
}
