// The answer to Shopify's app proxy as a worker of an edge runtime, for a shop without a server. `npm run pack:platforms` makes it one file with
// all that it imports: `packs/shopify-worker.js`.
import { answerAppProxy } from './app-proxy.mjs';

/** What the worker needs, by the names of the proxy's variables. */
const NEEDED = ['SHOPIFY_SHOP', 'SHOPIFY_APP_SECRET', 'LOYALTY_SHOP_SECRET'];

export default {
  async fetch(request, variables) {
    const missing = NEEDED.filter((name) => !variables[name]);
    if (missing.length > 0) {
      console.error(`loyalty-elements: set the variables ${missing.join(', ')} of the worker.`);
      return new Response(null, { status: 503, headers: { 'Cache-Control': 'no-store' } });
    }
    const url = new URL(request.url);
    if (request.method !== 'GET' || !url.pathname.endsWith('/customer'))
      return new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } });
    const { SHOPIFY_SHOP: shop, SHOPIFY_APP_SECRET: apiSecret, LOYALTY_SHOP_SECRET: shopSecret } = variables;
    return answerAppProxy(url, { shop, apiSecret, shopSecret });
  },
};
