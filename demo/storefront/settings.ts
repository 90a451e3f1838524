import type { SampleCustomer } from '../sample/customers.ts';
import type { Credentials } from '../../src/client/index.ts';
import type { Product } from '../sample/products.ts';
import type { SampleReward, SampleTier } from '../sample/programme.ts';

/** Settings of the shop. Pages contain signatures, never the secret. */
export interface StorefrontSettings {
  /** Base address of the loyalty service, such as `http://127.0.0.1:4100/api`. */
  readonly serviceUrl: string;
  /** Address of the shop's proxy. With it customers sign in on the page, and pages contain no signature. */
  readonly proxyUrl?: string | undefined;
  /** How they sign in there. Default `password`. */
  readonly signInMethod?: 'password' | 'code' | undefined;
  /** The shop's shared secret (spec 5.3). */
  readonly secret: string;
  /** Segments of the storefront token path (spec 5.3). */
  readonly platform: string;
  readonly platformVersion: string;
  /** Origin of the shop in browsers, without a trailing slash. */
  readonly publicUrl: string;
  /** Folder of the built CDN files. */
  readonly cdnDirectory: string;
  /** Customers who can sign in. */
  readonly customers: readonly SampleCustomer[];
  readonly products: readonly Product[];
  /** Tiers and rewards that guests see. */
  readonly programme: { readonly tiers: readonly SampleTier[]; readonly rewards: readonly SampleReward[] };
  /** The machine user of the shop's server at the service. Without one, pages show no number that the server asks for. */
  readonly credentials?: Credentials | undefined;
  readonly categories: readonly { name: string; handle: string; about: string }[];
}

/**
 * Validates the settings at start, before the first request.
 * @throws TypeError
 */
export function checkSettings(settings: StorefrontSettings): StorefrontSettings {
  if (!settings.secret) {
    throw new TypeError(
      'Storefront: the secret is empty. Set SHOP_SECRET, or leave it out for the sample one.',
    );
  }
  return {
    ...settings,
    serviceUrl: address('serviceUrl', settings.serviceUrl).href.replace(/\/$/, ''),
    proxyUrl: settings.proxyUrl && address('proxyUrl', settings.proxyUrl).href.replace(/\/$/, ''),
    publicUrl: address('publicUrl', settings.publicUrl).origin,
  };
}

function address(name: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new TypeError(
    `Storefront: ${name} must be an http or https address, such as "http://127.0.0.1:4100/api".`,
  );
}
