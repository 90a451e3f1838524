<?php
/**
 * The signature of a customer id.
 *
 * @package LoyaltyElements
 */

declare(strict_types=1);

namespace LoyaltyElements;

defined( 'ABSPATH' ) || exit;

/**
 * Signs a customer id with the secret of the shop: 64 lower-case hex digits, HMAC-SHA256 of the id or, with a time, of the id, a dot and
 * the time in Unix seconds.
 *
 * @param string   $customer_id 1 or more characters: cast a number, `(string) $user->ID`.
 * @param string   $secret      1 or more characters.
 * @param int|null $signed_at   When the page is made. The service then accepts the signature for a day only.
 * @throws \InvalidArgumentException When one of the two texts is empty, the id is not UTF-8, or without a time ends like one with a time.
 */
function sign_customer_id( string $customer_id, string $secret, ?int $signed_at = null ): string {
	if ( '' === $customer_id || '' === $secret ) {
		throw new \InvalidArgumentException( 'sign_customer_id: the customer id and the secret must not be empty.' );
	}
	if ( 1 !== preg_match( '//u', $customer_id ) ) {
		throw new \InvalidArgumentException( 'sign_customer_id: the customer id must be UTF-8.' );
	}
	// Without a time, an id with this ending would have the same signature as another customer's id with that time.
	if ( null === $signed_at && 1 === preg_match( '/\.[0-9]{9,11}$/D', $customer_id ) ) {
		throw new \InvalidArgumentException( 'sign_customer_id: this id reads as one with a time. Sign it with a time.' );
	}
	$text = null === $signed_at ? $customer_id : $customer_id . '.' . $signed_at;
	return hash_hmac( 'sha256', $text, $secret );
}
