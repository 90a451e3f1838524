import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimReward, profileBalances } from '../../../src/services/contract/endpoints/index.ts';
import { freshDatabase, type FreshDatabase } from '../../support/database-fresh.ts';
import { fill } from '../../support/service-open.ts';
import { customerAt, startServiceProcess, type ServiceProcess } from '../../support/service-process.ts';
import { pointsOf } from '../../support/service-rows.ts';

const MARA = 'profile-1002';
const FREE_DELIVERY = 2;
const PRICE = 150;
/** Requests per minute and token, for this test. */
const LIMIT = 60;

describe('two processes of the service on one PostgreSQL', { timeout: 300_000 }, () => {
  let database: FreshDatabase;
  let processes: readonly ServiceProcess[];
  beforeAll(async () => {
    database = await freshDatabase({ empty: true });
    const environment = { DATABASE_URL: database.url, REQUESTS_PER_MINUTE: String(LIMIT) };
    processes = await Promise.all([
      startServiceProcess([], environment),
      startServiceProcess([], environment),
    ]);
  });
  afterAll(async () => {
    await Promise.all((processes ?? []).map((one) => one.end('SIGTERM')));
    await database?.drop();
  });
  const urls = () => processes.map(({ url }) => url) as [string, string];

  const claim = (url: string, token: string, key: string) =>
    fetch(url + fill(claimReward.path, { profileId: MARA }), {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': key,
      },
      body: JSON.stringify({ reward_definition_id: FREE_DELIVERY }),
    });

  it('accept each other’s tokens and answer the same balance', async () => {
    const [first, second] = urls();
    const { token, available } = await customerAt(first, '1002');
    const response = await fetch(second + fill(profileBalances.path, { profile: MARA }), {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(200);
    expect((await response.json()).data.points.available).toBe(await available());
  });

  it('execute a claim once that both receive at the same time with one idempotency key', async () => {
    const [first, second] = urls();
    const { token, available } = await customerAt(first, '1002');
    const before = await available();
    const answers = await Promise.all(
      [first, second, first, second, first, second].map((url) => claim(url, token, 'one-claim')),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(texts).size).toBe(1);
    expect(await available()).toBe(before - PRICE);
    const { balance, ledger, lots } = await pointsOf(database.db, MARA);
    expect([ledger, lots]).toEqual([balance, balance]);
  });

  it('execute claims with different keys separately: the twin', async () => {
    const [first, second] = urls();
    const { token, available } = await customerAt(first, '1002');
    const before = await available();
    await Promise.all([claim(first, token, 'key-a'), claim(second, token, 'key-b')]);
    expect(await available()).toBe(before - 2 * PRICE);
  });

  it('count requests against one limit, whichever process receives them', async () => {
    const { token } = await customerAt(urls()[0], '1003');
    const ask = (url: string) =>
      fetch(url + fill(profileBalances.path, { profile: 'profile-1003' }), {
        headers: { Authorization: `Bearer ${token}` },
      });
    const statuses: number[] = [];
    for (let number = 0; number < LIMIT + 6; number++) {
      const response = await ask(urls()[(number % 2) as 0 | 1]);
      statuses.push(response.status);
      if (response.status === 429) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(LIMIT);
    expect(statuses.slice(LIMIT)).toEqual(Array(6).fill(429));
  });

  it('migrate the schema and insert the sample data once, although both start at the same time', async () => {
    const { rows } = await sql<{ name: string; copies: number }>`
      select name, count(*)::integer as copies from reward_definitions group by name having count(*) > 1`.execute(
      database.db,
    );
    expect(rows).toEqual([]);
  });
});
