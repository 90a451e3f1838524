import type { Kysely } from 'kysely';
import type pg from 'pg';
import { createApp } from '../demo/service/api/app.ts';
import { customerScopes, issue } from '../demo/service/auth/tokens.ts';
import type { Tables } from '../demo/service/database/tables.ts';
import { routes } from '../demo/service/routes.ts';
import { profileRedemptions } from '../src/services/contract/endpoints/index.ts';
import { rotated, timed } from './paired.ts';
import { bareBrowse, QUERY } from './redemptions-bare.ts';
import { ASKED, profileId } from './redemptions-load.ts';

/** A table of redemptions of one size, with one connection on which all sides query alternately. */
export interface Sized {
  readonly rows: number;
  readonly pool: pg.Pool;
  readonly db: Kysely<Tables>;
}

export const settings = {
  baseUrl: 'http://127.0.0.1/api',
  shopOrigins: [],
  requestsPerMinute: 1_000_000_000,
};

export const ways = ['bare', 'prepared', 'browse', 'request'] as const;
type Way = (typeof ways)[number];
/** Milliseconds of each round: the same index is the same round and profile in all lists. */
export type Times = Readonly<Record<Way, number[]>>;

/** Queries every size in every way, round by round, so that other load of the machine affects all of them equally. */
export async function measureBrowse(sizes: readonly Sized[], rounds: number, warmUp: number) {
  const measured = await Promise.all(
    sizes.map(async (size) => ({
      rows: size.rows,
      ask: await askersOf(size),
      times: { bare: [], prepared: [], browse: [], request: [] } as Times,
    })),
  );
  for (let round = -warmUp; round < rounds; round++) {
    const profile = profileId(1 + ((round + warmUp) % ASKED));
    for (const { ask, times } of rotated(measured, round + warmUp)) {
      for (const way of rotated(ways, round + warmUp)) {
        const time = await timed(() => ask[way](profile));
        if (round >= 0) times[way].push(time);
      }
    }
  }
  const records = new Set<number>();
  for (const { ask } of measured) {
    for (const way of ways) records.add(JSON.parse(await ask[way](profileId(1))).data.length);
  }
  if (records.size !== 1) throw new Error(`Not the same answer: ${[...records].join(', ')} records.`);
  return { measured, records: [...records][0] ?? 0 };
}

/** Four ways to get the JSON of one profile's redemptions. */
async function askersOf({ pool, db }: Sized): Promise<Record<Way, (profile: string) => Promise<string>>> {
  const handler = routes.find(({ endpoint }) => endpoint === profileRedemptions);
  const app = createApp({ db, settings });
  const tokens = new Map<string, string>();
  for (let n = 1; n <= ASKED; n++)
    tokens.set(
      profileId(n),
      (await issue(db, { kind: 'customer', profileId: profileId(n), scopes: customerScopes })).value,
    );
  const addressOf = (profile: string) => `http://127.0.0.1/api/v3/profiles/${profile}/redemptions${QUERY}`;
  const customer = { kind: 'customer', tokenId: 0, userId: null, scopes: ['*'] };
  return {
    bare: (profile) => bareBrowse(pool, profile),
    prepared: (profile) => bareBrowse(pool, profile, 'bare browse'),
    async browse(profile) {
      const url = new URL(addressOf(profile));
      const call = { db, url, profileId: profile, principal: { ...customer, profileId: profile } };
      return JSON.stringify(await handler?.handle(call as never));
    },
    async request(profile) {
      const headers = { Authorization: `Bearer ${tokens.get(profile)}` };
      const response = await app.fetch(new Request(addressOf(profile), { headers }));
      if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
      return await response.text();
    },
  };
}
