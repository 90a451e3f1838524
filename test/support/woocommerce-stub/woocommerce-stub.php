<?php
/**
 * Plugin Name: Stand-in for WooCommerce
 *
 * What the plugin uses of WooCommerce, by the published names: functions, hooks of templates, and the events of the variation form. Tests
 * have no WooCommerce itself, which neither Debian nor npm distributes.
 */

declare(strict_types=1);

final class Stub_Product {
	private int $id;

	public function __construct( int $id ) {
		$this->id = $id;
	}
	public function get_id(): int {
		return $this->id;
	}
	public function is_type( string $type ): bool {
		return ( get_post_meta( $this->id, 'variations', true ) ? 'variable' : 'simple' ) === $type;
	}
	public function is_in_stock(): bool {
		return ! get_post_meta( $this->id, 'sold_out', true );
	}
	public function get_price(): string {
		return (string) get_post_meta( $this->id, 'price', true );
	}
}

/** @return Stub_Product|false */
function wc_get_product( int $id ) {
	return 'product' === get_post_type( $id ) ? new Stub_Product( $id ) : false;
}

function get_woocommerce_currency(): string {
	return 'EUR';
}

function wc_get_page_permalink( string $page ): string {
	return home_url( "/?$page" );
}

add_action(
	'init',
	static function (): void {
		register_post_type( 'product', array( 'public' => true ) );
		wp_register_script( 'stub-variation-form', false, array( 'jquery' ), null, true );
		wp_add_inline_script(
			'stub-variation-form',
			"jQuery( ( \$ ) => \$( '.variations_form' ).on( 'change', 'select', ( { delegateTarget: form, target } ) => {
				const found = \$( form ).data( 'product_variations' ).find( ( one ) => one.attributes.attribute_pa_size === target.value );
				\$( form ).trigger( 'update_variation_values' );
				if ( found ) \$( form ).trigger( 'found_variation', [ found ] );
				else \$( form ).trigger( 'reset_data' );
			} ) );"
		);
	}
);

// The page of a product, as the classic template prints it.
add_filter(
	'the_content',
	static function ( string $content ): string {
		if ( ! is_singular( 'product' ) || ! in_the_loop() ) {
			return $content;
		}
		$GLOBALS['product'] = wc_get_product( get_the_ID() );
		$variations         = (array) json_decode( (string) get_post_meta( get_the_ID(), 'variations', true ) );
		if ( $variations ) {
			wp_enqueue_script( 'stub-variation-form' );
		}
		ob_start();
		printf(
			'<form class="%s" data-product_variations="%s"><div class="variations"><select name="attribute_pa_size" aria-label="Size"><option value="">Choose an option</option>',
			$variations ? 'variations_form cart' : 'cart',
			esc_attr( (string) wp_json_encode( $variations ) )
		);
		foreach ( $variations as $variation ) {
			$size = $variation->attributes->attribute_pa_size;
			printf( '<option value="%s">%s</option>', esc_attr( $size ), esc_html( ucfirst( $size ) ) );
		}
		echo '</select></div>';
		do_action( 'woocommerce_after_add_to_cart_button' );
		echo '</form>', print_grid( get_the_ID() ); // Related products.
		return ob_get_clean();
	}
);

/** A grid, as the classic template of a loop prints it. */
function print_grid( int $without = 0 ): string {
	$ofPage = $GLOBALS['product'] ?? null;
	ob_start();
	foreach ( get_posts( array( 'post_type' => 'product', 'exclude' => array( $without ) ) ) as $post ) {
		$GLOBALS['product'] = wc_get_product( $post->ID );
		echo '<li class="product">';
		do_action( 'woocommerce_after_shop_loop_item' );
		echo '</li>';
	}
	$GLOBALS['product'] = $ofPage;
	return '<ul class="products">' . ob_get_clean() . '</ul>';
}
add_shortcode( 'products', static fn(): string => print_grid() );
