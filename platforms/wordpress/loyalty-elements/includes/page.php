<?php
/**
 * What every page of the site has: the scripts, the provider with the signed customer, and headers against caches.
 *
 * @package LoyaltyElements
 */

declare(strict_types=1);

namespace LoyaltyElements;

defined( 'ABSPATH' ) || exit;

/** Whether the shop has entered where its service is. */
function is_connected(): bool {
	return '' !== settings()['base_url'] && '' !== settings()['platform'];
}

/** Whether the pages of this visitor carry a signature. */
function is_signed(): bool {
	return is_connected() && is_user_logged_in() && '' !== secret();
}

/** The page on which customers sign in: the account page of WooCommerce, or that of WordPress. */
function sign_in_address(): string {
	if ( function_exists( 'wc_get_page_permalink' ) ) {
		return (string) wc_get_page_permalink( 'myaccount' );
	}
	return wp_login_url( (string) get_permalink() );
}

/** The address of a built file. */
function file_address( string $name ): string {
	return plugins_url( 'assets/' . VERSION . '/' . $name, FILE );
}

add_action(
	'wp_enqueue_scripts',
	static function (): void {
		if ( ! is_connected() ) {
			return;
		}
		// Without a version in the query: the script imports its other files without one, and the folder has it.
		// phpcs:disable WordPress.WP.EnqueuedResourceParameters.MissingVersion
		wp_enqueue_style( 'loyalty-elements', file_address( 'loyalty.css' ), array(), null );
		wp_enqueue_script( 'loyalty-elements', file_address( 'loyalty.js' ), array(), null, false );
		// phpcs:enable
		// Block themes outline whatever has the focus: the whole element, while one of its buttons has it and is outlined.
		wp_add_inline_style( 'loyalty-elements', implode( ':focus,', array_column( ELEMENTS, 0 ) ) . ':focus{outline:none}' );
	}
);

// The size of what guests see is reserved before the scripts run.
add_filter(
	'body_class',
	static function ( array $classes ): array {
		return is_connected() && ! is_signed() ? array_merge( $classes, array( 'loyalty-guest' ) ) : $classes;
	}
);

add_filter(
	'script_loader_tag',
	static function ( string $tag, string $handle, string $address ): string {
		if ( 'loyalty-elements' !== $handle ) {
			return $tag;
		}
		return sprintf(
			'<link rel="modulepreload" href="%s"><script type="module" src="%s"></script>' . "\n", // phpcs:ignore WordPress.WP.EnqueuedResources
			esc_url( file_address( 'elements.js' ) ),
			esc_url( $address )
		);
	},
	10,
	3
);

add_action(
	'wp_footer',
	static function (): void {
		if ( ! is_connected() ) {
			return;
		}
		$settings   = settings();
		$signed_at  = time();
		$attributes = array(
			'base-url'    => $settings['base_url'],
			'platform'    => $settings['platform'],
			'customer-id' => '',
			'signed-at'   => (string) $signed_at,
		);
		if ( is_signed() ) {
			$attributes['customer-id'] = (string) get_current_user_id();
			$attributes['signature']   = sign_customer_id( $attributes['customer-id'], secret(), $signed_at );
			if ( $settings['consent'] ) {
				$attributes['consent'] = '';
			}
		}
		echo '<loyalty-provider';
		foreach ( $attributes as $name => $value ) {
			printf( ' %s="%s"', esc_attr( $name ), esc_attr( $value ) );
		}
		echo "></loyalty-provider>\n";
	}
);

// A cache must never give one customer's page to another. The constant is what cache plugins ask for, the header what servers and CDNs do.
add_action(
	'template_redirect',
	static function (): void {
		if ( ! is_signed() ) {
			return;
		}
		if ( ! defined( 'DONOTCACHEPAGE' ) ) {
			define( 'DONOTCACHEPAGE', true );
		}
		header( 'Cache-Control: private, no-store' );
	}
);
