<?php

declare(strict_types=1);

function sign_customer_id(string $customerId, string $secret, ?int $signedAt = null): string
{
    if ($customerId === '' || $secret === '') {
        throw new InvalidArgumentException('customerId and secret must not be empty');
    }
    if (preg_match('//u', $customerId) !== 1) {
        throw new InvalidArgumentException('customerId must be UTF-8');
    }
    // Without a time, this id would have the same signature as another customer's id with that time.
    if ($signedAt === null && preg_match('/\.[0-9]{9,11}$/D', $customerId) === 1) {
        throw new InvalidArgumentException('signedAt is needed');
    }
    $text = $signedAt === null ? $customerId : "$customerId.$signedAt";
    return hash_hmac('sha256', $text, $secret);
}
