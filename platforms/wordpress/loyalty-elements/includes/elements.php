<?php
/**
 * The elements as blocks and shortcodes. Both are rendered on the server, by the same function.
 *
 * @package LoyaltyElements
 */

declare(strict_types=1);

namespace LoyaltyElements;

defined( 'ABSPATH' ) || exit;

/** Each element: its tag, and the attributes that a block or shortcode may set, with their defaults. */
const ELEMENTS = array(
	'balance'        => array( 'loyalty-balance', array( 'variant' => 'card' ) ),
	'tier'           => array( 'loyalty-tier', array() ),
	'status'         => array( 'loyalty-status', array( 'heading-level' => '2' ) ),
	'card'           => array( 'loyalty-card', array( 'namespace' => '' ) ),
	'rewards'        => array( 'loyalty-rewards', array() ),
	'wishlist'       => array( 'loyalty-wishlist', array( 'layout' => 'grid' ) ),
	'wishlist-count' => array( 'loyalty-wishlist-count', array() ),
	'heart'          => array( 'loyalty-wishlist-button', array() ),
	'alert'          => array( 'loyalty-alert', array() ),
);

/** Elements of a product: of the page, or the one that the block or shortcode names. */
const OF_PRODUCT = array( 'heart', 'alert' );

/** Attributes without a value that a block or shortcode may switch on. They are off by default. */
const SWITCHES = array(
	'alert' => array( 'guests' ),
);

/** Elements in which guests see a link to the sign-in page. */
const WITH_SIGN_IN = array( 'balance', 'tier', 'status', 'card', 'rewards' );

/** The names of the blocks in the editor. */
function titles(): array {
	return array(
		'balance'        => __( 'Loyalty points', 'loyalty-elements' ),
		'tier'           => __( 'Loyalty tier', 'loyalty-elements' ),
		'status'         => __( 'Loyalty status card', 'loyalty-elements' ),
		'card'           => __( 'Loyalty card for the till', 'loyalty-elements' ),
		'rewards'        => __( 'Loyalty rewards', 'loyalty-elements' ),
		'wishlist'       => __( 'Saved products', 'loyalty-elements' ),
		'wishlist-count' => __( 'Number of saved products', 'loyalty-elements' ),
		'heart'          => __( 'Heart of a product', 'loyalty-elements' ),
		'alert'          => __( 'Message about a product', 'loyalty-elements' ),
	);
}

/** What the editor says of a switch: its name, and what it needs. */
function switch_texts(): array {
	return array(
		'guests' => array(
			'label' => __( 'Guests can ask, too', 'loyalty-elements' ),
			'help'  => __( 'They give an e-mail address and confirm it. Only where your service sends these messages.', 'loyalty-elements' ),
		),
	);
}

/** What the editor needs of each block: its name and its switches. */
function editor_blocks(): array {
	$blocks = array();
	foreach ( titles() as $name => $title ) {
		$blocks[ $name ] = array(
			'title'    => $title,
			'switches' => (object) array_intersect_key( switch_texts(), array_flip( SWITCHES[ $name ] ?? array() ) ),
		);
	}
	return $blocks;
}

/**
 * Whether a switch is on. A shortcode has the word alone, as `[loyalty_alert guests]`, or a text such as `guests="yes"`, a block true or false.
 *
 * @param string $name  The attribute.
 * @param array  $given Attributes of the block or shortcode.
 */
function is_on( string $name, array $given ): bool {
	// WordPress stores a word without a value under a number.
	foreach ( $given as $key => $value ) {
		if ( is_int( $key ) && is_string( $value ) && strtolower( $value ) === $name ) {
			return true;
		}
	}
	return filter_var( $given[ $name ] ?? false, FILTER_VALIDATE_BOOLEAN );
}

/** `heading_level` for `heading-level`: names of block and shortcode attributes have no hyphen. */
function attribute_key( string $name ): string {
	return str_replace( '-', '_', $name );
}

/**
 * The HTML of an element.
 *
 * @param string $name  A name of the table.
 * @param array  $given Attributes of the block or shortcode; others than those of the table are ignored.
 */
function render_element( string $name, array $given ): string {
	list( $tag, $defaults ) = ELEMENTS[ $name ];
	$attributes             = array();
	foreach ( $defaults as $attribute => $default ) {
		$value                    = $given[ attribute_key( $attribute ) ] ?? '';
		$attributes[ $attribute ] = is_scalar( $value ) && '' !== (string) $value ? (string) $value : $default;
	}
	if ( in_array( $name, OF_PRODUCT, true ) ) {
		$attributes = product_attributes( (int) ( $given['product'] ?? 0 ) );
		if ( array() === $attributes ) {
			return '';
		}
	}
	if ( 'alert' === $name ) {
		$attributes['kind'] = is_sold_out( (int) $attributes['product-id'] ) ? 'stock' : 'price';
	}
	$html = '<' . $tag;
	foreach ( $attributes as $attribute => $value ) {
		$html .= sprintf( ' %s="%s"', $attribute, esc_attr( $value ) );
	}
	foreach ( SWITCHES[ $name ] ?? array() as $switch ) {
		$html .= is_on( $switch, $given ) ? ' ' . $switch : '';
	}
	return $html . '>' . ( in_array( $name, WITH_SIGN_IN, true ) ? sign_in_link() : '' ) . '</' . $tag . '>';
}

/** What guests see in an element. A member is not asked to sign in, also while the script loads. */
function sign_in_link(): string {
	if ( is_user_logged_in() ) {
		return '';
	}
	return sprintf(
		'<a slot="signed-out" href="%s">%s</a>',
		esc_url( sign_in_address() ),
		esc_html__( 'Sign in to see your points', 'loyalty-elements' )
	);
}

/**
 * What an element says about its product: of WooCommerce, or else a page of the site.
 *
 * @param int $id The product; 0 for the one of the page.
 */
function product_attributes( int $id ): array {
	$post = get_post( 0 === $id ? null : $id );
	if ( ! $post instanceof \WP_Post || 'publish' !== $post->post_status ) {
		return array();
	}
	$attributes = array(
		'product-id'   => (string) $post->ID,
		'product-name' => wp_strip_all_tags( get_the_title( $post ) ),
		'product-url'  => (string) get_permalink( $post ),
	);
	$image      = get_the_post_thumbnail_url( $post, 'medium_large' );
	if ( is_string( $image ) ) {
		$attributes['product-image'] = $image;
	}
	return array_merge( $attributes, price_attributes( $post->ID ) );
}

add_action(
	'init',
	static function (): void {
		wp_register_script(
			'loyalty-elements-editor',
			plugins_url( 'editor/blocks.js', FILE ),
			array( 'wp-blocks', 'wp-element', 'wp-block-editor', 'wp-components' ),
			VERSION,
			true
		);
		wp_add_inline_script(
			'loyalty-elements-editor',
			'window.loyaltyElementsBlocks = ' . wp_json_encode( editor_blocks() ) . ';',
			'before'
		);
		foreach ( ELEMENTS as $name => list( , $defaults ) ) {
			$attributes = array();
			foreach ( $defaults as $attribute => $default ) {
				$attributes[ attribute_key( $attribute ) ] = array(
					'type'    => 'string',
					'default' => $default,
				);
			}
			foreach ( SWITCHES[ $name ] ?? array() as $switch ) {
				$attributes[ $switch ] = array(
					'type'    => 'boolean',
					'default' => false,
				);
			}
			if ( in_array( $name, OF_PRODUCT, true ) ) {
				$attributes['product'] = array(
					'type'    => 'integer',
					'default' => 0,
				);
			}
			register_block_type(
				'loyalty-elements/' . $name,
				array(
					'api_version'           => 2,
					'title'                 => titles()[ $name ],
					'category'              => 'widgets',
					'icon'                  => 'heart',
					'attributes'            => $attributes,
					// A list of products has the product of each of its blocks in the context.
					'uses_context'          => in_array( $name, OF_PRODUCT, true ) ? array( 'postId' ) : array(),
					'editor_script_handles' => array( 'loyalty-elements-editor' ),
					'render_callback'       => static function ( $given, string $content, \WP_Block $block ) use ( $name ): string {
						$given = (array) $given;
						if ( empty( $given['product'] ) ) {
							$given['product'] = $block->context['postId'] ?? 0;
						}
						return render_element( $name, $given );
					},
				)
			);
			add_shortcode(
				'loyalty_' . attribute_key( $name ),
				static function ( $given ) use ( $name ): string {
					return render_element( $name, (array) $given );
				}
			);
		}
	}
);
