import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { createApp } from '../demo/service/app.ts';
import { issueToken } from '../demo/service/auth/tokens.ts';
import { bigintAsNumber } from '../demo/service/database/connect.ts';
import { startEmbedded } from '../demo/service/database/embedded.ts';
import { migrate } from '../demo/service/database/migrate.ts';
import { withNamedStatements } from '../demo/service/database/named-statements.ts';
import type { Tables } from '../demo/service/database/tables.ts';
import { routes } from '../demo/service/routes.ts';
import { seed } from '../demo/service/seed/seed.ts';
import { claimReward, profileRedemptions } from '../src/services/endpoints/index.ts';
import { bareBrowse, bareClaim, QUERY } from './redemptions-bare.ts';
import { ASKED, loadProfiles, loadRedemptions, profileId, PROFILES } from './redemptions-load.ts';

// Redemptions of one profile, filtered and sorted, by the service and by a bare query on the same connection, while the
// table grows; then claims by the service and by bare SQL that does the same transaction. In a fresh embedded database that
// is thrown away. `npx tsx bench/redemptions.ts [rows …]`: 10,000, 100,000 and 1,000,000 without a word.

const sizes = process.argv.slice(2).map(Number).filter(Boolean);
const SIZES = sizes.length ? sizes : [10_000, 100_000, 1_000_000];
const ROUNDS = 1_000;
const WARM_UP = 200;
const CLAIMS = 3_000;
const CLAIMERS = 8;

const say = (line: string) => process.stdout.write(`${line}\n`);
const folder = await mkdtemp(path.join(tmpdir(), 'loyalty-bench-'));
const embedded = await startEmbedded({ folder, throwAway: true });
const poolOf = (max: number) =>
  new pg.Pool({
    connectionString: embedded.url,
    max,
    types: bigintAsNumber,
  });

/** One connection, on which both sides ask in turns. */
const pool = poolOf(1);
const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: withNamedStatements(pool) }) });
const settings = { baseUrl: 'http://127.0.0.1/api', shopOrigins: [], requestsPerMinute: 1_000_000_000 };

const median = (list: readonly number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
const pad = (cell: string | number, width: number) => String(cell).padStart(width);

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function browse(rows: number) {
  const handler = routes.find(({ endpoint }) => endpoint === profileRedemptions);
  const app = createApp({ db, settings });
  const tokens = new Map<string, string>();
  for (let n = 1; n <= ASKED; n++) tokens.set(profileId(n), await issueToken(db, profileId(n)));
  const principal = { kind: 'customer', tokenId: 0, userId: null, scopes: ['*'] };
  const byHandler = async (profile: string) => {
    const url = new URL(`http://127.0.0.1/api/v3/profiles/${profile}/redemptions${QUERY}`);
    const call = { db, url, profileId: profile, principal: { ...principal, profileId: profile } };
    return JSON.stringify(await handler?.handle(call as never));
  };
  const byRequest = async (profile: string) => {
    const response = await app.fetch(
      new Request(`http://127.0.0.1/api/v3/profiles/${profile}/redemptions${QUERY}`, {
        headers: { Authorization: `Bearer ${tokens.get(profile)}` },
      }),
    );
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
    return await response.text();
  };
  const byHand = (profile: string) => bareBrowse(pool, profile);
  const prepared = (profile: string) => bareBrowse(pool, profile, 'bare browse');
  const ways = [byHand, prepared, byHandler, byRequest] as const;
  const times: number[][] = ways.map(() => []);
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const profile = profileId(1 + ((round + WARM_UP) % ASKED));
    for (const [index, way] of ways.entries()) {
      const time = await timed(() => way(profile));
      if (round >= 0) times[index]?.push(time);
    }
  }
  const counted = await Promise.all(ways.map(async (way) => JSON.parse(await way(profileId(1))).data.length));
  if (new Set(counted).size !== 1) throw new Error(`Not the same answer: ${counted.join(', ')} records.`);
  const [bare = 0, named = 0, handled = 0, requested = 0] = times.map(median);
  return { rows, records: counted[0] as number, bare, named, handled, requested };
}

async function claims(definitionId: number) {
  const many = poolOf(CLAIMERS);
  const shared = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: withNamedStatements(many) }) });
  const app = createApp({ db: shared, settings });
  const claimers = Array.from({ length: CLAIMERS * 8 }, (_, index) => profileId(PROFILES - index));
  const tokens = await Promise.all(claimers.map((profile) => issueToken(shared, profile)));
  const byRequest = async (index: number) => {
    const profile = claimers[index % claimers.length] ?? '';
    const response = await app.fetch(
      new Request(`http://127.0.0.1/api${claimReward.path.replace('{profileId}', profile)}`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${tokens[index % tokens.length]}`,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify({ reward_definition_id: definitionId }),
      }),
    );
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  };
  const handler = routes.find(({ endpoint }) => endpoint === claimReward);
  const byHandler = async (index: number) => {
    const profile = claimers[index % claimers.length] ?? '';
    const principal = { kind: 'customer', tokenId: 0, profileId: profile, userId: null, scopes: ['*'] };
    const body = { reward_definition_id: definitionId };
    await shared.transaction().execute(async (work) => {
      JSON.stringify(await handler?.handle({ db: work, profileId: profile, principal, body } as never));
    });
  };
  const bare = (index: number) => bareClaim(many, claimers[index % claimers.length] ?? '', definitionId);
  const perSecond = async (way: (index: number) => Promise<void>) => {
    let next = 0;
    const worker = async () => {
      while (next < CLAIMS) await way(next++);
    };
    const time = await timed(() => Promise.all(Array.from({ length: CLAIMERS }, worker)));
    return (CLAIMS / time) * 1_000;
  };
  await perSecond(bare);
  const results = { bare: [] as number[], handled: [] as number[], service: [] as number[] };
  for (let round = 0; round < 3; round++) {
    results.bare.push(await perSecond(bare));
    results.handled.push(await perSecond(byHandler));
    results.service.push(await perSecond(byRequest));
  }
  await shared.destroy();
  return { bare: median(results.bare), handled: median(results.handled), service: median(results.service) };
}

try {
  await migrate(db);
  await seed(db, { secret: 'bench', users: false });
  await loadProfiles(db);
  say(
    `${PROFILES.toLocaleString('en')} profiles; medians of ${ROUNDS.toLocaleString('en')} calls each, in turns`,
  );
  say('');
  say(
    'redemptions   records   bare query   prepared      browse   ratio   whole request   ratio   browse, growth',
  );
  let first = 0;
  for (const size of SIZES) {
    await loadRedemptions(db, size);
    const { rows, records, bare, named, handled, requested } = await browse(size);
    first ||= handled;
    const ms = (time: number) => `${time.toFixed(2)} ms`;
    const times = (ratio: number) => `${ratio.toFixed(2)}x`;
    say(
      pad(rows.toLocaleString('en'), 11) +
        pad(records, 10) +
        pad(ms(bare), 13) +
        pad(times(named / bare), 11) +
        pad(ms(handled), 12) +
        pad(times(handled / bare), 8) +
        pad(ms(requested), 16) +
        pad(times(requested / bare), 8) +
        pad(times(handled / first), 17),
    );
  }
  const reward = await db
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
  const { bare, handled, service } = await claims(reward.id);
  say('');
  say(`claims per second, ${CLAIMERS} at a time, median of 3 runs of ${CLAIMS.toLocaleString('en')}`);
  say(`  bare SQL, the same transaction   ${bare.toFixed(0)}`);
  say(`  the service, its transaction     ${handled.toFixed(0)}   ${(handled / bare).toFixed(2)} of bare`);
  say(`  the service, whole request       ${service.toFixed(0)}   ${(service / bare).toFixed(2)} of bare`);
} finally {
  await db.destroy();
  await embedded.stop();
  await rm(folder, { recursive: true, force: true });
}
