import { profileBalances } from '../../contract/endpoints/first-requests.ts';
import { unreadable } from '../../transport/errors.ts';
import type { Loyalty, ResourceDefinition } from '../loyalty.ts';
import { integer, record } from '../../transport/read.ts';

/** A customer's points, in whole numbers. */
export interface PointsBalance {
  /** Points that can be spent now. */
  readonly available: number;
  /** As the service answered: `readPointDetails` reads from it what few pages show. */
  readonly reply: Readonly<Record<string, unknown>>;
}

/** GET balances of the profile (spec 4.6; path and reply are assumed). */
export const balances: ResourceDefinition<PointsBalance> = {
  key: 'balances',
  async load(loyalty) {
    const reply = await loyalty.call(profileBalances, { profile: await loyalty.profileId() });
    return storeBalances(loyalty, record(reply).data);
  },
  restore: (stored) => readBalances(stored.balances),
};

/** Reads balances, and stores them for the next page. */
export function storeBalances(loyalty: Loyalty, wire: unknown): PointsBalance {
  const balance = readBalances(wire);
  loyalty.cache.save({ balances: wire });
  return balance;
}

/** @throws LoyaltyError `bad_response` without a whole number of available points */
export function readBalances(wire: unknown): PointsBalance {
  const points = record(record(wire).points);
  const available = integer(points.available);
  if (available === undefined) throw unreadable('points.available', points.available, profileBalances.id);
  return { available, reply: points };
}
