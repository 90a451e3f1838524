import { createHmac } from 'node:crypto';

/** @param {string} customerId @param {string} secret @param {number} [signedAt] Unix seconds */
export function signCustomerId(customerId, secret, signedAt) {
  if (customerId === '' || secret === '') throw new TypeError('customerId and secret must not be empty');
  const text = signedAt === undefined ? customerId : `${customerId}.${signedAt}`;
  return createHmac('sha256', secret).update(text, 'utf8').digest('hex');
}
