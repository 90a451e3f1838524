import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect } from '../../demo/service/database/connect.ts';
import { startEmbedded } from '../../demo/service/database/embedded.ts';
import type { Database } from '../../demo/service/database/tables.ts';
import { addListItem, claimReward, removeListItem } from '../../src/services/contract/endpoints/index.ts';
import { countOf, measured } from '../support/counts.ts';
import { fill } from '../support/service-open.ts';
import { pointsOf } from '../support/service-rows.ts';
import { customerAt, startServiceProcess, type ServiceProcess } from '../support/service-process.ts';
import { tokenAt } from './customer-token.ts';

// Kills the service or its database while the pages of eight customers write.
const KILLS = countOf('SERVICE_KILLS', { share: 2, full: 200 });
const WRITERS = 8;
/** Minimum of answered writes. */
const WRITES = countOf('ACKNOWLEDGED_WRITES', { share: 100, full: 50_000 });
const FREE_DELIVERY = 2;
const STEP_POINTS = 10;
const customers = ['1001', '1002', '1003', '1004'];
const ENOUGH_POINTS = 100_000_000;

let folder: string;
let service: ServiceProcess;
const limit = process.env['REQUESTS_PER_MINUTE'];

beforeAll(async () => {
  process.env['REQUESTS_PER_MINUTE'] = '10000000';
  folder = await mkdtemp(path.join(tmpdir(), 'loyalty-kill-'));
  service = await startServiceProcess(['--data-directory', folder]);
});
afterAll(async () => {
  if (limit === undefined) delete process.env['REQUESTS_PER_MINUTE'];
  else process.env['REQUESTS_PER_MINUTE'] = limit;
  await service.end('SIGTERM');
  await (await startEmbedded({ folder, throwAway: true })).stop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs queries in the database of the service. */
async function withDatabase<T>(query: (db: Database) => Promise<T>): Promise<T> {
  const { url, stop } = await startEmbedded({ folder });
  const db = connect(url);
  try {
    return await query(db);
  } finally {
    await db.destroy();
    await stop();
  }
}

const databaseProcess = async () =>
  Number(
    (await readFile(path.join(folder, 'database', 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0],
  );
const isHealthy = () =>
  fetch(service.url.replace('/api', '/health')).then(
    ({ status }) => status === 200,
    () => false,
  );

it(`service › stores every acknowledged write, and ledgers equal balances, after ${KILLS} kills`, async ({
  task,
}) => {
  await withDatabase((db) => issuePoints(db));
  const money = await withDatabase((db) => addMoneyReward(db));
  const before = await withDatabase((db) => counts(db));
  const claimed: number[] = [];
  /** The state of a product on a wishlist after the last acknowledged write; unknown while a write has no answer. */
  const listStates = new Map<string, 'saved' | 'removed' | 'unknown'>();
  let answered = 0;
  let refused = 0;
  /** Claims that had no answer when the writers stopped. */
  let unanswered = 0;
  let isOver = false;

  async function write(writer: number): Promise<void> {
    const customer = customers[writer % customers.length] ?? '';
    const profile = `profile-${customer}`;
    const product = `hp-100${1 + Math.floor(writer / customers.length)}`;
    const key = `${profile} ${product}`;
    let token: string | undefined;
    let item: number | undefined;
    /** The claim of this writer that has no answer yet, and is repeated with its key. */
    let open: { readonly key: string; readonly body: object } | undefined;
    const send = async (
      method: string,
      template: string,
      parameters: Record<string, string>,
      body?: object,
      idempotencyKey?: string,
    ) => {
      token ??= await tokenAt(service.url, customer);
      const response = await fetch(service.url + fill(template, parameters), {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          ...(body && { 'Content-Type': 'application/json' }),
          ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${response.status} ${text}`);
      answered++;
      return text === '' ? undefined : (JSON.parse(text) as { data: { id: number } }).data;
    };
    while (!isOver) {
      try {
        open ??= {
          key: randomUUID(),
          body:
            Math.random() < 0.5
              ? { reward_definition_id: FREE_DELIVERY }
              : { reward_definition_id: money, steps: 1 + Math.floor(Math.random() * 9) },
        };
        const reward = await send('POST', claimReward.path, { profileId: profile }, open.body, open.key);
        if (reward) claimed.push(reward.id);
        open = undefined;
        const list = { profile, list: 'wishlist' };
        const previous = listStates.get(key);
        listStates.set(key, 'unknown');
        if (previous === 'saved' && item !== undefined) {
          await send('DELETE', removeListItem.path, { ...list, item: String(item) });
          listStates.set(key, 'removed');
        } else {
          item = (await send('POST', addListItem.path, list, { product_id: product }))?.id;
          listStates.set(key, 'saved');
        }
      } catch {
        refused++;
        token = undefined; // it may have expired: tokens are valid for 15 minutes
        // Repeats until the service runs again.
        while (!isOver && !(await isHealthy())) await wait(50);
      }
    }
    if (open) unanswered++;
  }

  /** Fails only when no write is answered for a long time, because the machine may be slow. */
  async function answeredWrites(count: number): Promise<void> {
    for (let last = -1; answered < count;) {
      last = answered;
      await expect
        .poll(() => answered >= count || answered > last, { timeout: 120_000, interval: 5 })
        .toBe(true)
        .catch((error) => {
          const { output, errors } = service;
          throw new Error(`${answered} answered; the service wrote:\n${output()}\n${errors()}`, {
            cause: error,
          });
        });
    }
  }

  const writing = Array.from({ length: WRITERS }, (_, writer) => write(writer));
  const killed = { service: 0, database: 0 };
  for (let kills = 0; kills < KILLS; kills++) {
    // Kills at a random point of the writes of this round.
    const until = Math.ceil(((kills + Math.random()) * WRITES) / KILLS);
    await answeredWrites(until);
    if (Math.random() < 0.7) {
      await service.end('SIGKILL');
      service = await startServiceProcess(['--data-directory', folder]);
      killed.service++;
    } else {
      const process_ = await databaseProcess();
      if (process_) process.kill(process_, 'SIGKILL');
      killed.database++;
    }
  }
  await answeredWrites(WRITES);
  isOver = true;
  await Promise.all(writing);
  await expect.poll(isHealthy, { timeout: 60_000 }).toBe(true);
  // The process that was started last answers.
  expect(await (await customerAt(service.url, '1004')).available()).toBeGreaterThan(0);

  await withDatabase(async (db) => {
    const storedRewards = await db
      .selectFrom('rewards')
      .select('id')
      .where('id', 'in', [0, ...claimed])
      .execute();
    const after = await counts(db);
    const missing = new Set(claimed);
    for (const { id } of storedRewards) missing.delete(id);
    measured(task, {
      tried: `${answered} acknowledged writes, ${killed.service} kills of the service, ${killed.database} of its database`,
      result: `${missing.size} lost; ${refused} writes without an answer`,
    });
    expect([...missing]).toEqual([]);
    for (const [key, state] of listStates) {
      const [profile = '', product = ''] = key.split(' ');
      const row = await db
        .selectFrom('list_items')
        .select('id')
        .where('profile_id', '=', profile)
        .where('product_id', '=', product)
        .executeTakeFirst();
      if (state !== 'unknown') expect(row !== undefined, key).toBe(state === 'saved');
    }
    for (const customer of customers) {
      const { balance, ledger, lots } = await pointsOf(db, `profile-${customer}`);
      expect([ledger, lots]).toEqual([balance, balance]);
    }
    // A claim stores a reward, a ledger entry and an event: all of them or none.
    const claims = after.rewards - before.rewards;
    expect(after.spent - before.spent).toBe(claims);
    expect(after.events - before.events).toBe(claims);
    expect(new Set(claimed).size).toBe(claimed.length);
    expect(claims).toBeGreaterThanOrEqual(claimed.length);
    // A claim whose answer was lost is repeated with its key, and is one claim.
    expect(claims - claimed.length).toBeLessThanOrEqual(unanswered);
    const { rows: wrongWorth } = await sql`
      select id, points_spent, amount from rewards
      where reward_definition_id = ${money} and amount is distinct from points_spent / ${STEP_POINTS}`.execute(
      db,
    );
    expect(wrongWorth).toEqual([]);
  });
});

/** Issues enough points for all claims: a ledger entry, which updates the balance, and a lot. */
async function issuePoints(db: Database): Promise<void> {
  for (const customer of customers) {
    const profileId = `profile-${customer}`;
    await db.transaction().execute(async (work) => {
      await work
        .insertInto('point_entries')
        .values({
          profile_id: profileId,
          kind: 'earn',
          amount: ENOUGH_POINTS,
          reason: 'Plenty',
          reward_id: null,
        })
        .execute();
      await work
        .insertInto('point_lots')
        .values({ profile_id: profileId, remaining: ENOUGH_POINTS, expires_at: null })
        .execute();
    });
  }
}

/** Adds a reward that is a euro for each step of ten points; returns its id. */
async function addMoneyReward(db: Database): Promise<number> {
  const { id } = await db
    .insertInto('reward_definitions')
    .values({
      handle: 'money-off',
      name: 'Money off',
      points_cost: STEP_POINTS,
      step_amount: '1',
      step_currency: 'EUR',
      minimum_steps: 1,
      is_published: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function counts(db: Database) {
  const { rows } = await sql<{ rewards: number; spent: number; events: number }>`
    select (select count(*) from rewards) as rewards,
      (select count(*) from point_entries where kind = 'spend' and reward_id is not null) as spent,
      (select count(*) from events where trigger = 'reward.claimed') as events`.execute(db);
  return rows[0] ?? { rewards: 0, spent: 0, events: 0 };
}
