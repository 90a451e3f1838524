import { readFileSync } from 'node:fs';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { createApp } from '../demo/service/api/app.ts';
import { customerScopes, issue } from '../demo/service/auth/tokens.ts';
import { withNamedStatements } from '../demo/service/database/named-statements.ts';
import type { Database, Tables } from '../demo/service/database/tables.ts';
import { routes } from '../demo/service/routes.ts';
import { claimReward } from '../src/services/contract/endpoints/index.ts';
import { rotated, timed } from './paired.ts';
import { bareClaim } from './redemptions-bare.ts';
import { settings } from './redemptions-browse.ts';
import { profileId, PROFILES } from './redemptions-load.ts';

export const CLAIMERS = 8;
/** Each profile claims a few times only, because each claim reads how many rewards it has. */
const PROFILES_EACH = 125;

export const claimWays = ['bare', 'bare, all rows', 'transaction', 'request'] as const;
type Way = (typeof claimWays)[number];

/**
 * Milliseconds for bursts of concurrent claims: bare SQL for the claim alone, bare SQL with the audit entry, event and job of the
 * request, the service's transaction, and its whole request; and the processor time of each burst.
 */
export async function measureClaims(pool: pg.Pool, bursts: number, claims: number, warmUp: number) {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: withNamedStatements(pool) }) });
  const processorTime = processorClock(pool);
  const claim = await claimsOf(pool, db, await freeReward(db));
  const burst = (way: Way) => {
    let next = 0;
    const claimer = async () => {
      while (next < claims) await claim[way](next++);
    };
    return timed(() => Promise.all(Array.from({ length: CLAIMERS }, claimer)));
  };
  const times: Record<Way, number[]> = { bare: [], 'bare, all rows': [], transaction: [], request: [] };
  const processor: Record<Way, number[]> = { bare: [], 'bare, all rows': [], transaction: [], request: [] };
  for (let round = -warmUp; round < bursts; round++) {
    for (const way of rotated(claimWays, round + warmUp)) {
      const before = processorTime();
      const time = await burst(way);
      if (round < 0) continue;
      times[way].push(time);
      processor[way].push(processorTime() - before);
    }
  }
  return { times, processor };
}

/**
 * Milliseconds of processor time of this process and of the PostgreSQL processes of a pool: unlike the time of day, it hardly grows
 * when other programs use the machine. Reads Linux's `/proc`; elsewhere it is not a number.
 */
export function processorClock(pool: pg.Pool): () => number {
  const backends = new Set<number>();
  // The driver's types leave `processID` out.
  pool.on('connect', (client) => backends.add(Number(Reflect.get(client, 'processID'))));
  const backendMs = (id: number): number => {
    try {
      return Number(readFileSync(`/proc/${id}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
    } catch {
      return NaN;
    }
  };
  return () => {
    const { user, system } = process.cpuUsage();
    return [...backends].reduce((sum, id) => sum + backendMs(id), (user + system) / 1_000);
  };
}

export async function claimsOf(pool: pg.Pool, db: Kysely<Tables>, definitionId: number) {
  const claimers = Array.from({ length: CLAIMERS * PROFILES_EACH }, (_, index) =>
    profileId(PROFILES - index),
  );
  const tokens = await Promise.all(
    claimers.map(
      async (profileId) => (await issue(db, { kind: 'customer', profileId, scopes: customerScopes })).value,
    ),
  );
  const claimer = (index: number) => claimers[index % claimers.length] ?? '';
  const body = { reward_definition_id: definitionId };
  const text = JSON.stringify(body);
  const app = createApp({ db, settings });
  const handler = routes.find(({ endpoint }) => endpoint === claimReward);
  const ways: Record<Way, (index: number) => Promise<void>> = {
    bare: (index) => bareClaim(pool, claimer(index), definitionId),
    'bare, all rows': (index) => bareClaim(pool, claimer(index), definitionId, { publishes: true }),
    async transaction(index) {
      const profile = claimer(index);
      const principal = { kind: 'customer', tokenId: 0, profileId: profile, userId: null, scopes: ['*'] };
      await db.transaction().execute(async (work) => {
        JSON.stringify(await handler?.handle({ db: work, profileId: profile, principal, body } as never));
      });
    },
    async request(index) {
      const address = `http://127.0.0.1/api${claimReward.path.replace('{profileId}', claimer(index))}`;
      const headers = {
        Authorization: `Bearer ${tokens[index % tokens.length]}`,
        'Content-Type': 'application/json',
        // As every HTTP client sends it. Without it the service would count the bytes of a stream.
        'Content-Length': String(Buffer.byteLength(text)),
      };
      const request = new Request(address, { method: 'POST', headers, body: text });
      const response = await app.fetch(request);
      if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
    },
  };
  return ways;
}

/** The cheapest reward with unlimited stock, so that no claim is refused. */
export async function freeReward(db: Database): Promise<number> {
  const { id } = await db
    .selectFrom('reward_definitions')
    .select('id')
    .where('is_published', '=', true)
    .where('stock', 'is', null)
    .where('claim_limit', 'is', null)
    .where('tier_definition_id', 'is', null)
    .where('available_from', 'is', null)
    .where('points_cost', '>', 0)
    .orderBy('points_cost')
    .executeTakeFirstOrThrow();
  return id;
}
