import { secretOf } from './published.ts';
import { DEFAULT_PLATFORM_VERSION } from '../../src/services/transport/formats.ts';

/** Settings that the storefront and the service share: the storefront signs customer ids with the secret, the service verifies them. */
export const shop = {
  name: 'Harbour & Pine',
  /** Segments of the storefront token path (spec 5.3). */
  platform: 'harbour',
  platformVersion: DEFAULT_PLATFORM_VERSION,
  /** The default is for development only. A deployed shop sets `SHOP_SECRET`. */
  secret: secretOf('SHOP_SECRET'),
};
