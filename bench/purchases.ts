import { readKeys } from '../demo/service/auth/secret-keys.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { createApp } from '../demo/service/api/app.ts';
import { issue } from '../demo/service/auth/tokens.ts';
import { poolOptions } from '../demo/service/database/connect.ts';
import { startEmbedded } from '../demo/service/database/embedded.ts';
import { migrate } from '../demo/service/database/migrate.ts';
import { withNamedStatements } from '../demo/service/database/named-statements.ts';
import type { Tables } from '../demo/service/database/tables.ts';
import { runImport } from '../demo/service/imports/run.ts';
import { routes } from '../demo/service/routes.ts';
import { seed } from '../demo/service/seed/seed.ts';
import { addTransaction, uploadImport } from '../src/services/contract/endpoints/index.ts';
import { median, table } from './paired.ts';
import { settings } from './redemptions-browse.ts';
import { processorClock } from './redemptions-claims.ts';
import { loadProfiles, profileId } from './redemptions-load.ts';

// Purchases by request, eight at a time, and by an import: statements are those of the whole request, processor time that of this process
// and of PostgreSQL together. Uses a new embedded database, which is deleted afterwards. `npx tsx bench/purchases.ts [rows of the import]`.

const ROWS = Number(process.argv[2] ?? 10_000);
const [BURSTS, PURCHASES, AT_ONCE, MEMBERS] = [12, 250, 8, 1_000];

const folder = await mkdtemp(path.join(tmpdir(), 'loyalty-bench-'));
const embedded = await startEmbedded({ folder, throwAway: true });
const pool = new pg.Pool({
  connectionString: embedded.url,
  max: AT_ONCE,
  idleTimeoutMillis: 0,
  ...poolOptions,
});
const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: withNamedStatements(pool) }) });
const processorTime = processorClock(pool);

const isDone = async (job: number): Promise<boolean> =>
  (await db.selectFrom('records').select('fields').where('id', '=', job).executeTakeFirst())?.fields[
    'status'
  ] === 'done';

/** Processor time of some work, in seconds. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const before = processorTime();
  await work();
  return (processorTime() - before) / 1_000;
}

try {
  await migrate(db);
  await seed(db, { secretKeys: readKeys(`bench:${'k'.repeat(43)}`), secret: 'bench', users: true });
  await loadProfiles(db);
  const { id: userId } = await db
    .selectFrom('users')
    .select('id')
    .where('is_machine', '=', true)
    .executeTakeFirstOrThrow();
  const { value: token } = await issue(db, { kind: 'access', userId, scopes: ['*'] });
  const app = createApp({ db, settings });
  const send = async (endpoint: { readonly path: string }, body: unknown) => {
    const text = JSON.stringify(body);
    const headers = {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(text)),
    };
    const response = await app.fetch(
      new Request(`http://127.0.0.1/api${endpoint.path}`, { method: 'POST', headers, body: text }),
    );
    if (response.status >= 300) throw new Error(`${response.status} ${await response.text()}`);
  };
  const transaction = (number: number) => ({
    external_id: `bench-${number}`,
    receipt_ref: `B-${number}`,
    profile_id: profileId(1 + (number % MEMBERS)),
    transacted_at: '2026-05-04T10:15:00Z',
    total: 49.5,
    currency: 'EUR',
  });
  let next = 0;
  const buy = async () => {
    const items = [{ product_id: 'hp-1001', name: 'Candle', quantity: 2, price: '24.75' }];
    await send(addTransaction, { ...transaction(next++), items });
  };
  const burst = () =>
    Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let done = 0; done < PURCHASES / AT_ONCE; done++) await buy();
      }),
    );
  await burst();
  await burst();
  const times: number[] = [];
  for (let round = 0; round < BURSTS; round++) times.push(await timeOf(burst));
  const rows = Array.from({ length: ROWS }, (_, index) =>
    Object.values(transaction(1_000_000 + index)).join(','),
  );
  const columns = Object.keys(transaction(0)).join(',');
  for (let part = 0; part < ROWS; part += 10_000)
    await send(uploadImport, {
      model: 'transaction',
      format: 'csv',
      content: [columns, ...rows.slice(part, part + 10_000)].join('\n'),
    });
  const jobs = await db.selectFrom('records').select('id').where('resource', '=', 'import-job').execute();
  const imported = await timeOf(async () => {
    for (const { id } of jobs) while (!(await isDone(id))) await runImport({ db, settings, routes }, id);
  });
  const { count } = await db
    .selectFrom('transactions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('external_id', 'like', 'bench-1______')
    .executeTakeFirstOrThrow();
  if (Number(count) !== ROWS) throw new Error(`${count} of ${ROWS} rows were imported.`);
  process.stdout.write(
    `${table(
      ['purchases', 'per second and core'],
      [
        ['by request', (PURCHASES / median(times)).toFixed(0)],
        [`by an import of ${ROWS.toLocaleString('en')}`, (ROWS / imported).toFixed(0)],
      ],
    )}\n`,
  );
} finally {
  await db.destroy();
  await embedded.stop();
  await rm(folder, { recursive: true, force: true });
}
