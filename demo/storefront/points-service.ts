import {
  createClient,
  estimateIncentives,
  profileRewards,
  searchProfile,
  type Client,
} from '../../src/client/index.ts';
import type { SampleCustomer } from '../sample/customers.ts';
import type { StorefrontSettings } from './settings.ts';

/** A page waits no longer for a number that it can do without. */
const TIMEOUT_MS = 1_500;
/** How long the points of an amount are remembered: the rule of the programme seldom changes. */
const LIFETIME_MS = 10 * 60_000;
/** A service that does not answer is not asked again for this time. */
const PAUSE_MS = 10_000;
const MAX_AMOUNTS = 1_000;

/** Numbers of the programme that the shop's server asks for. Each is `undefined` if the service does not answer. */
export interface PointsService {
  /** The points that a purchase of so many cents earns. */
  earnedBy(cents: number): Promise<number | undefined>;
  /** The number of rewards that a customer can use now. */
  rewardsOf(customer: SampleCustomer): Promise<number | undefined>;
}

/** Asks the service with the shop's own token, which no page contains. */
export function createPointsService({ serviceUrl, credentials }: StorefrontSettings): PointsService {
  const client =
    credentials && createClient({ baseUrl: serviceUrl, credentials, timeoutMs: TIMEOUT_MS, maxWaitMs: 0 });
  const amounts = new Map<number, { readonly points: number; readonly until: number }>();
  let pausedUntil = 0;

  async function ask<T>(question: (client: Client) => Promise<T>): Promise<T | undefined> {
    if (!client || Date.now() < pausedUntil) return undefined;
    try {
      return await question(client);
    } catch {
      pausedUntil = Date.now() + PAUSE_MS;
      return undefined;
    }
  }

  return {
    async earnedBy(cents) {
      const known = amounts.get(cents);
      if (known && Date.now() < known.until) return known.points;
      const body = { total: cents / 100, currency: 'EUR' };
      const reply = await ask((asked) => asked.call(estimateIncentives, { body }));
      const points = reply?.data.points;
      if (points === undefined) return undefined;
      if (amounts.size >= MAX_AMOUNTS) amounts.clear();
      amounts.set(cents, { points, until: Date.now() + LIFETIME_MS });
      return points;
    },
    async rewardsOf({ id: identifier }) {
      const reply = await ask(async (asked) => {
        const { data: profile } = await asked.call(searchProfile, { identifier });
        return asked.call(profileRewards, { id: profile.id, query: { 'page[size]': '100' } });
      });
      return reply?.data.filter(
        ({ redeemed_at: used, expires_at: end }) => !used && (!end || Date.parse(end) > Date.now()),
      ).length;
    },
  };
}
