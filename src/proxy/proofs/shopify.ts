import type { FindCustomer } from '../directory/find-customer.ts';
import { describeProof, GUEST, ProofRefused, type CustomerProof } from './proof.ts';

export interface ShopifyProofSettings {
  /** The shop's permanent name: `acme.myshopify.com`. */
  readonly shop: string;
  /** Secret of the app whose app proxy forwards to this proxy. */
  readonly secret: string;
  /** Reads e-mail and name, which Shopify does not send. Without it, customers need a profile already. */
  readonly findCustomer?: FindCustomer | undefined;
  readonly now?: (() => number) | undefined;
}

const SHOP = /^[a-z\d][a-z\d-]*\.myshopify\.com$/;

/** Parameters that Shopify adds to each request, once. The format of each excludes `=`: see `messageOf`. */
const FORMATS: Readonly<Record<string, RegExp>> = {
  shop: SHOP,
  logged_in_customer_id: /^([1-9]\d{0,19})?$/,
  path_prefix: /^\/[\w/-]{1,100}$/,
  timestamp: /^[1-9]\d{8,10}$/,
  signature: /^[\da-f]{64}$/,
};
const NAMES = Object.keys(FORMATS);
/** A page adds it to a sign-in, so that no two sign-ins of a second have the same signature, which opens one session only. */
const ONCE = 'once';
const ONCE_FORMAT = /^[\w-]{8,64}$/;

/** A signed request is as old as its way through Shopify; clocks differ by seconds. */
const FRESH_MS = 90_000;

/**
 * Requests that Shopify's app proxy forwards: it signs their parameters, and names the customer of the shop's session.
 *
 * @throws TypeError for a shop that is not a permanent name, and for an empty secret
 */
export function shopifyProof({
  shop,
  secret,
  findCustomer,
  now = Date.now,
}: ShopifyProofSettings): CustomerProof {
  if (!SHOP.test(shop))
    throw new TypeError('shop must be the permanent name of the shop at Shopify: acme.myshopify.com.');
  if (!secret) throw new TypeError('The secret of the Shopify app is empty: set its API secret key.');
  const key = crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  return {
    name: 'Shopify app proxy',
    everyRequest: true,
    withoutProof: (query) => {
      const kept = query
        .slice(1)
        .split('&')
        .filter((part) => part && ![...NAMES, ONCE].includes(part.split('=', 1)[0]!));
      return kept.length > 0 ? `?${kept.join('&')}` : '';
    },
    async verify({ query, signsIn, signal }) {
      const parameters = new URLSearchParams(query);
      if (!NAMES.some((name) => parameters.has(name))) return undefined;
      const values = Object.fromEntries(NAMES.map((name) => [name, onlyValue(parameters, name)]));
      if (values['shop'] !== shop || (signsIn && !isPlain(parameters))) throw new ProofRefused();
      const signature = Uint8Array.from(values['signature']!.match(/../g)!, (hex) => parseInt(hex, 16));
      const message = new TextEncoder().encode(messageOf(parameters));
      // Compares in constant time.
      if (!(await crypto.subtle.verify('HMAC', await key, signature, message))) throw new ProofRefused();
      const signedAt = Number(values['timestamp']) * 1_000;
      if (!(Math.abs(now() - signedAt) <= FRESH_MS)) throw new ProofRefused();
      const id = values['logged_in_customer_id'];
      if (!id) return GUEST;
      const once = { key: values['signature']!, until: signedAt + FRESH_MS };
      // Without an e-mail no profile is created; the profile with this identity is found.
      const found = signsIn ? await findCustomer?.({ id }, signal) : undefined;
      return { email: '', firstName: '', lastName: '', ...found, id, once };
    },
  };
}

export const shopify = describeProof({
  needed: {
    SHOPIFY_SHOP: {
      about: 'customers of a Shopify app proxy: permanent name of the shop, acme.myshopify.com',
      format: {
        isValid: (value) => SHOP.test(value),
        requirement: 'must be the permanent name of the shop, not its own domain: acme.myshopify.com.',
      },
    },
    SHOPIFY_APP_SECRET: { about: 'secret of the app with the app proxy' },
  },
  create: ({ SHOPIFY_SHOP: shop, SHOPIFY_APP_SECRET: secret }, findCustomer) =>
    shopifyProof({ shop, secret, findCustomer }),
});

/** @throws ProofRefused for a parameter that is missing, repeated or malformed */
function onlyValue(parameters: URLSearchParams, name: string): string {
  const [value = '\n', ...more] = parameters.getAll(name);
  if (more.length > 0 || !FORMATS[name]!.test(value)) throw new ProofRefused();
  return value;
}

/**
 * The text that Shopify signs: the other parameters, sorted, the values of a repeated one joined by commas, without a separator between
 * parameters. So `a=1b=2` is one parameter or two: a client that lets Shopify sign a long value could cut it into other parameters. That a
 * value of Shopify's own parameters has no `=`, and that a sign-in has no others, leaves one way to cut.
 */
const messageOf = (parameters: URLSearchParams): string =>
  [...new Set(parameters.keys())]
    .filter((name) => name !== 'signature')
    .map((name) => `${name}=${parameters.getAll(name).join(',')}`)
    .sort()
    .join('');

/** Whether there is nothing but Shopify's parameters and at most one `once`, so that the signature can be read in one way only. */
const isPlain = (parameters: URLSearchParams): boolean =>
  parameters.getAll(ONCE).length <= 1 &&
  [...parameters].every(
    ([name, value]) => NAMES.includes(name) || (name === ONCE && ONCE_FORMAT.test(value)),
  );
