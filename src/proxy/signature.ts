// The whole of `crypto-js` is ten times as large as the two modules used here, so they are imported by subpath.
import toHex from 'crypto-js/enc-hex.js';
import hmacSha256 from 'crypto-js/hmac-sha256.js';

// A lone surrogate has no UTF-8 form: libraries encode it differently, so shop and service would sign different bytes.
const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/**
 * Signs a customer id with the shop's secret (spec 5.3). The page contains the signature with the id; it proves to the service that
 * the shop has named this customer. Runs on a server only: with the secret anyone could act as any customer.
 *
 * @param customerId the id exactly as the shop sends it to the service, 1 or more characters. Numbers are refused:
 *   write them as their decimal text, which is signed.
 * @param secret the shop's shared secret, 1 or more characters
 * @param options `signedAt`: when the page is created. The service then accepts the signature for a day only; send the same time
 *   beside it, as the provider's `signed-at` in Unix seconds (ASSUMPTION)
 * @returns 64 lower-case hex digits: HMAC-SHA256 of the id's UTF-8 bytes (ASSUMPTION)
 * @throws TypeError when one of the two is missing, empty, not a string or not valid Unicode. The message never contains
 *   the secret.
 */
export function signCustomerId(
  customerId: string,
  secret: string,
  { signedAt }: { readonly signedAt?: Date | undefined } = {},
): string {
  checkText(customerId, 'customerId', 'Guests have no signature: leave both attributes off their pages.');
  checkText(secret, 'secret', 'Set it from the server settings that hold the secret of the shop.');
  if (signedAt === undefined && TIMED.test(customerId))
    throw new TypeError('signCustomerId: this customerId reads as one with a time. Sign it with signedAt.');
  return hmacSha256(signedText(customerId, signedAt && unixSeconds(signedAt)), secret).toString(toHex);
}

/** Without time, an id with this ending would have the same signature as another customer's id with that time. */
export const TIMED = /\.\d{9,11}$/;

/** The text that is signed: the id, and after a dot the time in Unix seconds where there is one. */
export const signedText = (customerId: string, signedAt: string | number | undefined): string =>
  signedAt === undefined ? customerId : `${customerId}.${signedAt}`;

/** The time in the form of the page and the signature. */
export const unixSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1_000);

function checkText(value: unknown, name: string, diagnostic: string): void {
  if (typeof value !== 'string') {
    throw new TypeError(`signCustomerId: ${name} must be a string, not ${typeof value}. ${diagnostic}`);
  }
  if (value === '') throw new TypeError(`signCustomerId: ${name} is empty. ${diagnostic}`);
  if (LONE_SURROGATE.test(value)) {
    throw new TypeError(`signCustomerId: ${name} holds half a character and cannot be written as UTF-8.`);
  }
}
