import type { SampleCustomer } from '../sample/customers.ts';
import type { Product } from '../sample/products.ts';

/** What the shop is built from. The secret stays in here: pages get signatures, never the secret. */
export interface StorefrontSettings {
  /** Base address of the loyalty service, such as `http://127.0.0.1:4100/api`. */
  readonly serviceUrl: string;
  /** The shop's proxy: with it customers sign in on the page, and the shop's pages carry no signature. */
  readonly proxyUrl?: string | undefined;
  /** The shop's shared secret (spec 5.3). */
  readonly secret: string;
  /** Segments of the storefront token path (spec 5.3, G41). */
  readonly platform: string;
  readonly platformVersion: string;
  /** Origin under which shoppers see the shop: no trailing slash, no path. */
  readonly publicUrl: string;
  /** Folder of the built CDN files. */
  readonly cdnDirectory: string;
  /** Who can sign in. */
  readonly customers: readonly SampleCustomer[];
  /** What is on sale. */
  readonly products: readonly Product[];
  readonly categories: readonly { name: string; handle: string; about: string }[];
}
