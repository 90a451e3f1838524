import { createCaller, type Call } from '../transport/call.ts';
import { LoyaltyError } from '../transport/errors.ts';
import type { Loyalty } from './loyalty.ts';

/**
 * Calls endpoints that a link or secret in the address opens, without a token.
 * @throws LoyaltyError `invalid_config`; its calls: `unauthenticated` where a token is needed, as behind a proxy
 */
export function callWithoutToken({ config, http, mapping, backOff, report, settled }: Loyalty): Call {
  if (!config) throw new LoyaltyError('invalid_config');
  const { baseUrl, paths } = config;
  return settled(createCaller({ baseUrl, paths, http, mapping, backOff, report }));
}
