<?php
/**
 * Prices of products.
 *
 * @package Geolet
 */

defined( 'ABSPATH' ) || exit;

/**
 * A field beside the regular price, for products and variations, with prices in other currencies. They are shown and
 * never charged: cart and checkout do not read them.
 */
final class Geolet_Woocommerce {
	/** The meta field of a product. WordPress hides names with this beginning from its own list of fields. */
	public const META = '_geolet_prices';

	/**
	 * Registers the field, if WooCommerce is active.
	 */
	public static function register() {
		if ( ! class_exists( 'WooCommerce' ) ) {
			return;
		}
		add_action( 'woocommerce_product_options_pricing', array( self::class, 'print_field' ) );
		add_action( 'woocommerce_variation_options_pricing', array( self::class, 'print_variation_field' ), 10, 3 );
		add_action( 'woocommerce_admin_process_product_object', array( self::class, 'save' ) );
		add_action( 'woocommerce_admin_process_variation_object', array( self::class, 'save' ), 10, 2 );
		add_filter( 'woocommerce_get_price_html', array( self::class, 'html' ), 10, 2 );
	}

	/**
	 * Prints the field of a product.
	 */
	public static function print_field() {
		self::print_input( array( 'id' => self::META ) );
	}

	/**
	 * Prints the field of a variation.
	 *
	 * @param int                  $index     Among the product's variations.
	 * @param array<string, mixed> $data      Of the variation.
	 * @param WP_Post              $variation The variation.
	 */
	public static function print_variation_field( $index, $data, $variation ) {
		self::print_input(
			array(
				'id'            => self::META . "_$index",
				'name'          => self::META . "[$index]",
				'value'         => get_post_meta( $variation->ID, self::META, true ),
				'wrapper_class' => 'form-row form-row-full',
			)
		);
	}

	/**
	 * Prints a field.
	 *
	 * @param array<string, string> $own What is not the same for all.
	 */
	private static function print_input( array $own ) {
		$same = array(
			'label'       => __( 'Prices in other currencies', 'geolet' ),
			'description' => __( 'Such as EUR 139, JPY 21900. They are shown and never charged.', 'geolet' ),
			'desc_tip'    => true,
		);
		woocommerce_wp_text_input( $own + $same );
	}

	/**
	 * Takes what was written in the field. What is no list of prices changes nothing, and its writer is told.
	 *
	 * @param WC_Product $product The product or variation, which WooCommerce saves after this.
	 * @param int|null   $index   Of a variation.
	 */
	public static function save( $product, $index = null ) {
		if ( ! self::may_save( $product->get_id() ) ) {
			return;
		}
		// phpcs:ignore WordPress.Security -- Checked above; and what is no list of prices is refused.
		$sent    = wp_unslash( $_POST[ self::META ] ?? null );
		$written = null !== $index && is_array( $sent ) ? ( $sent[ $index ] ?? null ) : $sent;
		$prices  = is_string( $written ) ? trim( $written ) : null;
		if ( '' === $prices ) {
			$product->delete_meta_data( self::META );
		} elseif ( null !== $prices && self::is_list( $prices ) ) {
			$product->update_meta_data( self::META, $prices );
		} elseif ( null !== $prices && is_callable( array( 'WC_Admin_Meta_Boxes', 'add_error' ) ) ) {
			WC_Admin_Meta_Boxes::add_error( __( 'Write prices in other currencies like this: EUR 139, JPY 21900.', 'geolet' ) );
		}
	}

	/**
	 * Whether this request comes from WooCommerce's own form, of somebody who may change the product. WooCommerce has
	 * checked both before; other code may call its hooks.
	 *
	 * @param int $id Of the product.
	 */
	private static function may_save( int $id ): bool {
		// phpcs:disable WordPress.Security -- These are the nonces.
		$form   = sanitize_key( $_POST['woocommerce_meta_nonce'] ?? '' );
		$button = sanitize_key( $_POST['security'] ?? '' );
		// phpcs:enable
		$is_own = wp_verify_nonce( $form, 'woocommerce_save_data' ) || wp_verify_nonce( $button, 'save-variations' );
		return $is_own && current_user_can( 'edit_post', $id );
	}

	/**
	 * Whether a text is a list of prices. A browser reads which places there are.
	 *
	 * @param string $text Such as `EUR 139, IN: USD 49`.
	 */
	private static function is_list( string $text ): bool {
		$place = '[A-Za-z]{2}-[A-Za-z0-9]{1,3}|[A-Za-z][A-Za-z0-9]+';
		$price = "(?:(?:$place)(?: (?:$place))*: )?[A-Z]{3} \\d{1,12}(?:\\.\\d{1,4})?";
		return 1 === preg_match( "/^$price(?:, ?$price)*,?$/D", $text );
	}

	/**
	 * The price as WooCommerce writes it, with the prices in other currencies around it. A sale has two prices, and stays
	 * as it is.
	 *
	 * @param string     $html    Of WooCommerce.
	 * @param WC_Product $product The product.
	 */
	public static function html( $html, $product ) {
		$prices = $product->get_meta( self::META );
		if ( ! is_string( $prices ) || ! self::is_list( $prices ) || '' === $product->get_price() || $product->is_on_sale() ) {
			return $html;
		}
		$own = get_woocommerce_currency() . ' ' . wc_get_price_to_display( $product );
		return '<geo-currency prices="' . esc_attr( "$own, $prices" ) . '">' . $html . '</geo-currency>';
	}
}
