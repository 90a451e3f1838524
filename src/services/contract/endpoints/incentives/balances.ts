import type { Balances } from '../../shapes/balances.ts';
import type { Data } from '../../shapes/envelope.ts';
import { endpoint, of } from '../endpoint.ts';

/**
 * Points of a profile: available, pending, earned, next to expire (spec 4.6 Profile additional data). Path:
 * ASSUMPTION G12.
 */
export const profileBalances = endpoint(
  'GET',
  '/v3/profiles/{profile}/balances',
  'profiles.balances.show',
  of<Data<Balances>>,
);
