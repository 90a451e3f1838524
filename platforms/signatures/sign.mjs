import { createHmac } from 'node:crypto';

/** @param {string} customerId @param {string} secret @param {number} [signedAt] Unix seconds */
export function signCustomerId(customerId, secret, signedAt) {
  if (customerId === '' || secret === '') throw new TypeError('customerId and secret must not be empty');
  if (!customerId.isWellFormed()) throw new TypeError('customerId holds half a character');
  // Without a time, this id would have the same signature as another customer's id with that time.
  if (signedAt === undefined && /\.\d{9,11}$/.test(customerId)) throw new TypeError('signedAt is needed');
  const text = signedAt === undefined ? customerId : `${customerId}.${signedAt}`;
  return createHmac('sha256', secret).update(text, 'utf8').digest('hex');
}
