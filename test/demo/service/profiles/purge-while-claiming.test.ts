import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../../../demo/service/database/transactions.ts';
import { countOf, measured } from '../../../support/counts.ts';
import { claimWhilePurging } from './concurrent-claims.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';

const ROUNDS = countOf('PURGES', { share: 10, full: 100 });
const CLAIMS = 50;

let service: OpenService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.drop());

it('purging and merging profiles while they claim answers no 500', async ({ task }) => {
  const { claimed, ended } = await claimWhilePurging(service, { rounds: ROUNDS, claims: CLAIMS });
  const answers = Object.values(claimed).reduce((sum, count) => sum + count, 0);
  measured(task, {
    tried: `${answers} claims of ${3 * ROUNDS} profiles while ${ROUNDS} are purged and ${ROUNDS} merged`,
    result: `${service.errors.length} answers of 500; claims by status: ${JSON.stringify(claimed)}`,
  });
  expect(service.errors).toEqual([]);
  expect(Object.keys({ ...claimed, ...ended }).filter((status) => Number(status) >= 500)).toEqual([]);
  expect(ended).toEqual({ 200: ROUNDS, 204: ROUNDS });
  // Some claims precede the purge or merge of their profile.
  expect(claimed[200]).toBeGreaterThan(0);
});

it('purging and merging while claiming causes no deadlock', async () => {
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks::integer from pg_stat_database where datname = current_database()`.execute(service.db);
  expect(rows).toEqual([{ deadlocks: 0 }]);
});

it('a transaction is retried after a deadlock, and not after another error', async () => {
  for (const [code, wanted] of [
    ['40P01', 3],
    ['40001', 3],
    ['23505', 1],
  ] as const) {
    let attempts = 0;
    const work = inTransaction(service.db, async () => {
      if (++attempts < 3) throw Object.assign(new Error(code), { code });
    });
    await work.catch(() => {});
    expect([code, attempts]).toEqual([code, wanted]);
  }
});
