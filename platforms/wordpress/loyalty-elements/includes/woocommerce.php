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

add_action(
	'woocommerce_after_add_to_cart_button',
	static function (): void {
		if ( is_connected() && settings()['heart'] ) {
			// The function escapes each attribute.
			echo render_element( 'heart', array() ); // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped
		}
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
