<?php
/**
 * What the plugin does in a shop of WooCommerce. Without WooCommerce nothing of it runs.
 *
 * @package LoyaltyElements
 */

declare(strict_types=1);

namespace LoyaltyElements;

defined( 'ABSPATH' ) || exit;

// The plugin reads no orders, and adds nothing to cart and checkout: it works with order tables of their own and with the block cart.
add_action(
	'before_woocommerce_init',
	static function (): void {
		$features = '\Automattic\WooCommerce\Utilities\FeaturesUtil';
		if ( ! class_exists( $features ) ) {
			return;
		}
		$features::declare_compatibility( 'custom_order_tables', FILE, true );
		$features::declare_compatibility( 'cart_checkout_blocks', FILE, true );
	}
);

/** Prints the heart of WooCommerce's present product: its own global, which loops of themes set with and without that of the page. */
function print_heart(): void {
	$product = $GLOBALS['product'] ?? null;
	$id      = is_object( $product ) ? (int) $product->get_id() : 0;
	// The function escapes each attribute.
	echo render_element( 'heart', array( 'product' => $id ) ); // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped
}

add_action(
	'woocommerce_after_add_to_cart_button',
	static function (): void {
		if ( ! is_connected() || ! settings()['heart'] ) {
			return;
		}
		print_heart();
		$product = $GLOBALS['product'] ?? null;
		if ( is_object( $product ) && $product->is_type( 'variable' ) ) {
			wp_enqueue_script( 'loyalty-elements-variations' );
		}
	}
);

add_action(
	'woocommerce_after_shop_loop_item',
	static function (): void {
		if ( is_connected() && settings()['grid_heart'] ) {
			print_heart();
		}
	},
	20 // After the cart button of the product.
);

add_action(
	'wp_enqueue_scripts',
	static function (): void {
		wp_register_script(
			'loyalty-elements-variations',
			plugins_url( 'product/variations.js', FILE ),
			array( 'jquery' ),
			VERSION,
			true
		);
	}
);

/**
 * The price of a product as the heart takes it; empty where there is none.
 *
 * @param int $id The product.
 */
function price_attributes( int $id ): array {
	$product = function_exists( 'wc_get_product' ) ? wc_get_product( $id ) : null;
	if ( ! is_object( $product ) || ! is_numeric( $product->get_price() ) ) {
		return array();
	}
	return array(
		'product-price'    => number_format( (float) $product->get_price(), 2, '.', '' ),
		'product-currency' => get_woocommerce_currency(),
	);
}

/**
 * Whether WooCommerce says that a product cannot be bought now.
 *
 * @param int $id The product.
 */
function is_sold_out( int $id ): bool {
	$product = function_exists( 'wc_get_product' ) ? wc_get_product( $id ) : null;
	return is_object( $product ) && ! $product->is_in_stock();
}
