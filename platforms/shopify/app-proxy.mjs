// For a shop that keeps the secret on its own server: the answer to the address that Shopify's app proxy forwards to. Any server that can
// answer with a `Response` uses it as it is.
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Shopify's time may differ from the server's by this much, and an observed address is of no use later. */
const MAX_AGE_SECONDS = 60;

const hmac = (text, secret) => createHmac('sha256', secret).update(text).digest('hex');

/** Whether Shopify has signed the query: all other parameters, values of one name joined by commas, sorted, without separators. */
function isFromShopify(query, apiSecret) {
  const names = [...new Set(query.keys())].filter((name) => name !== 'signature');
  const text = names
    .map((name) => `${name}=${query.getAll(name).join(',')}`)
    .sort()
    .join('');
  const wanted = Buffer.from(hmac(text, apiSecret));
  const given = Buffer.from(query.get('signature') ?? '');
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/**
 * Answers with the signed customer whom Shopify names.
 *
 * @param {URL} url the address that Shopify has called, with its query
 * @param {{ apiSecret: string, shopSecret: string, now?: number }} options `apiSecret`: the API secret key of the app. `shopSecret`: the
 *   secret of the loyalty service that signs customer ids. `now` in milliseconds
 * @returns {Response} `{ customerId, signature, signedAt }`, or `{ customerId: '' }` for a guest; 403 where Shopify has not signed
 */
export function answerAppProxy({ searchParams: query }, { apiSecret, shopSecret, now = Date.now() }) {
  if (!apiSecret || !shopSecret) throw new TypeError('answerAppProxy: set apiSecret and shopSecret.');
  const headers = { 'Cache-Control': 'private, no-store' };
  const seconds = Math.floor(now / 1_000);
  const isNew = Math.abs(seconds - Number(query.get('timestamp'))) <= MAX_AGE_SECONDS;
  if (!isFromShopify(query, apiSecret) || !isNew) return new Response(null, { status: 403, headers });
  const customerId = query.get('logged_in_customer_id') ?? '';
  if (customerId === '') return Response.json({ customerId }, { headers });
  const signedAt = String(seconds);
  const signature = hmac(`${customerId}.${signedAt}`, shopSecret);
  return Response.json({ customerId, signature, signedAt }, { headers });
}
