<?php

declare(strict_types=1);

function sign_customer_id(string $customerId, string $secret, ?int $signedAt = null): string
{
    if ($customerId === '' || $secret === '') {
        throw new InvalidArgumentException('customerId and secret must not be empty');
    }
    $text = $signedAt === null ? $customerId : "$customerId.$signedAt";
    return hash_hmac('sha256', $text, $secret);
}
