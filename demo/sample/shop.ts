import { DEFAULT_PLATFORM_VERSION } from '../../src/services/transport/formats.ts';

/** The sample shop as both sides know it: the storefront signs with the secret, the service checks with it. */
export const shop = {
  name: 'Harbour & Pine',
  /** Segments of the storefront token path (spec 5.3). Theirs to choose (G41). */
  platform: 'harbour',
  platformVersion: DEFAULT_PLATFORM_VERSION,
  /** For development on one machine only. A deployed shop sets `SHOP_SECRET`. */
  secret: process.env['SHOP_SECRET'] || 'development-only-not-a-secret',
};
