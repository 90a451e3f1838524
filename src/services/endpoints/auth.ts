import type { StorefrontCredentials, StorefrontToken } from '../shapes/auth.ts';
import { endpoint, of } from './endpoint.ts';

/**
 * Customer token for a signed customer id (spec 5.3, 4.5). Relative to the base address, not under `/v3`,
 * with a version segment of its own (spec 9.2). Needs no bearer token: it gives one.
 */
export const storefrontToken = endpoint(
  'POST',
  '/{storefront_platform}/api/{version}/auth/token',
  'storefront.auth.token.store',
  of<StorefrontToken>,
  of<StorefrontCredentials>,
);
