// For a shop that keeps the secret on its own server: the answer to the address that Shopify's app proxy forwards to. Any server that can
// answer with a `Response` uses it as it is. Needs `npm install loyalty-elements`: what is checked and signed is the code of the package.
import { ProofRefused, shopifyProof, signCustomerId } from 'loyalty-elements/proxy';

/** The proof asks nobody, so nothing ends it early. */
const { signal } = new AbortController();

/**
 * Answers with the signed customer whom Shopify names.
 *
 * @param {URL} url the address that Shopify has called, with its query exactly as it arrived
 * @param {{ shop: string, apiSecret: string, shopSecret: string, now?: number }} options `shop`: the permanent name of the shop,
 *   `acme.myshopify.com`. `apiSecret`: the API secret key of the app. `shopSecret`: the secret of the loyalty service that signs customer
 *   ids. `now` in milliseconds
 * @returns {Promise<Response>} `{ customerId, signature, signedAt }`, or `{ customerId: '' }` for a guest; 403 where Shopify has not signed
 *   this query for this shop in the last 90 seconds, and where it has parameters other than those of Shopify and `once`
 * @throws TypeError for an option that is missing or malformed
 */
export async function answerAppProxy({ search: query }, { shop, apiSecret, shopSecret, now = Date.now() }) {
  if (!shop || !apiSecret || !shopSecret)
    throw new TypeError('answerAppProxy: set shop, apiSecret and shopSecret.');
  const headers = { 'Cache-Control': 'private, no-store' };
  const proof = shopifyProof({ shop, secret: apiSecret, now: () => now });
  let customer;
  try {
    customer = await proof.verify({ headers: new Headers(), query, signsIn: true, signal });
  } catch (error) {
    if (!(error instanceof ProofRefused)) throw error;
  }
  if (customer === undefined) return new Response(null, { status: 403, headers });
  const { id: customerId } = customer;
  if (customerId === undefined) return Response.json({ customerId: '' }, { headers });
  const signedAt = new Date(now);
  const signature = signCustomerId(customerId, shopSecret, { signedAt });
  return Response.json({ customerId, signature, signedAt: String(Math.floor(now / 1_000)) }, { headers });
}
