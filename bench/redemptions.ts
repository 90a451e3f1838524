import { readKeys } from '../demo/service/auth/secret-keys.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { poolOptions } from '../demo/service/database/connect.ts';
import { startEmbedded } from '../demo/service/database/embedded.ts';
import { migrate } from '../demo/service/database/migrate.ts';
import { withNamedStatements } from '../demo/service/database/named-statements.ts';
import type { Tables } from '../demo/service/database/tables.ts';
import { seed } from '../demo/service/seed/seed.ts';
import { median, ratioOf, shown, table } from './paired.ts';
import { measureBrowse, type Sized } from './redemptions-browse.ts';
import { CLAIMERS, claimWays, measureClaims } from './redemptions-claims.ts';
import { loadProfiles, loadRedemptions, PROFILES } from './redemptions-load.ts';

// Redemptions of one profile, filtered and sorted, by the service and by a bare query on the same connection, in tables of
// several sizes; then claims by the service and by bare SQL with the same transaction. Uses a new embedded database, which is
// deleted afterwards. `npx tsx bench/redemptions.ts [rows …]`; default 10,000, 100,000 and 1,000,000.
//
// Works on a machine with other load: each size is a database of its own in one server, every round queries all of them in all
// ways, and only ratios within a round are reported, with the 95 % confidence interval of the median.

const sizes = process.argv.slice(2).map(Number).filter(Boolean);
const SIZES = sizes.length ? sizes : [10_000, 100_000, 1_000_000];
const ROUNDS = 600;
const WARM_UP = 150;
const BURSTS = 15;
const CLAIMS = 300;
const WARM_UP_BURSTS = 2;

const began = performance.now();
const print = (line = '') => process.stdout.write(`${line}\n`);
const progress = (line: string) =>
  process.stderr.write(`[${((performance.now() - began) / 1_000).toFixed(0)} s] ${line}\n`);
const folder = await mkdtemp(path.join(tmpdir(), 'loyalty-bench-'));
const embedded = await startEmbedded({ folder, throwAway: true });

function open(database: string, max = 1) {
  const connectionString = new URL(embedded.url);
  connectionString.pathname = `/${database}`;
  const pool = new pg.Pool({ connectionString: connectionString.href, max, ...poolOptions });
  pool.on('error', () => {});
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: withNamedStatements(pool) }) });
  return { pool, db };
}

/** All data except redemptions is created once; each size starts as a copy. */
async function load(): Promise<Sized[]> {
  const server = open('postgres');
  await sql`create database loaded`.execute(server.db);
  const first = open('loaded');
  await migrate(first.db);
  await seed(first.db, { secretKeys: readKeys(`bench:${'k'.repeat(43)}`), secret: 'bench', users: false });
  await loadProfiles(first.db);
  await first.db.destroy();
  progress(`${PROFILES.toLocaleString('en')} profiles`);
  const made: Sized[] = [];
  for (const rows of SIZES) {
    await sql`create database ${sql.id(`rows_${rows}`)} template loaded`.execute(server.db);
    const sized = { rows, ...open(`rows_${rows}`) };
    await loadRedemptions(sized.db, rows);
    made.push(sized);
    progress(`${rows.toLocaleString('en')} redemptions`);
  }
  await server.db.destroy();
  return made;
}

try {
  const loaded = await load();
  const { measured, records } = await measureBrowse(loaded, ROUNDS, WARM_UP);
  progress('browse measured');
  const [smallest] = measured;
  const growth = (way: 'bare' | 'prepared' | 'browse') =>
    measured.map(({ times }) => shown(ratioOf(times[way], smallest?.times[way] ?? [])));
  const growths = { bare: growth('bare'), prepared: growth('prepared'), browse: growth('browse') };
  print(
    `Browse of one profile: ${records} redemptions at every size; ${ROUNDS.toLocaleString('en')} rounds,`,
  );
  print('median of the ratios within a round (95 % interval).');
  print();
  print(
    table(
      ['redemptions', 'browse / bare', 'browse / prepared', 'request / bare', 'request / prepared'],
      measured.map(({ rows, times: { bare, prepared, browse, request } }) => [
        rows.toLocaleString('en'),
        ...[ratioOf(browse, bare), ratioOf(browse, prepared)].map(shown),
        ...[ratioOf(request, bare), ratioOf(request, prepared)].map(shown),
      ]),
    ),
  );
  print();
  print(
    table(
      ['redemptions', 'browse, growth', 'bare, growth', 'prepared, growth', 'browse', 'bare', 'prepared'],
      measured.map(({ rows, times }, index) => [
        rows.toLocaleString('en'),
        ...[growths.browse, growths.bare, growths.prepared].map((list) => list[index] ?? ''),
        ...[times.browse, times.bare, times.prepared].map((list) => `${median(list).toFixed(2)} ms`),
      ]),
    ),
  );
  const many = open(`rows_${SIZES.at(-1)}`, CLAIMERS);
  const { times, processor } = await measureClaims(many.pool, BURSTS, CLAIMS, WARM_UP_BURSTS);
  await many.pool.end();
  progress('claims measured');
  print();
  print(`Claims, ${CLAIMERS} at a time, ${BURSTS} bursts of ${CLAIMS}: per second, as a share of bare SQL.`);
  print();
  print(
    table(
      [
        'claims',
        'of bare SQL',
        'of bare SQL that writes audit, event and job',
        'the same, by processor time',
        'per second',
      ],
      claimWays.map((way) => [
        way,
        // Throughput is the inverse of the time of one claim.
        shown(ratioOf(times.bare, times[way])),
        shown(ratioOf(times['bare, all rows'], times[way])),
        shown(ratioOf(processor['bare, all rows'], processor[way])),
        ((CLAIMS / median(times[way])) * 1_000).toFixed(0),
      ]),
    ),
  );
  await Promise.all(loaded.map(({ db }) => db.destroy()));
} finally {
  await embedded.stop();
  await rm(folder, { recursive: true, force: true });
}
