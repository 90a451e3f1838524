import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect } from '../../demo/service/platform/database/connect.ts';
import { startEmbedded } from '../../demo/service/platform/database/embedded.ts';
import type { Database } from '../../demo/service/platform/database/tables.ts';
import { addListItem, claimReward, removeListItem } from '../../src/services/contract/endpoints/index.ts';
import { countOf, measured } from '../support/counts.ts';
import { fill } from '../support/service-open.ts';
import { pointsOf } from '../support/service-rows.ts';
import { customerAt, startServiceProcess, type ServiceProcess } from '../support/service-process.ts';
import { tokenAt } from './long-token.ts';

// Kills the service or its database while the pages of eight customers write.
const KILLS = countOf('SERVICE_KILLS', { share: 2, full: 200 });
const WRITERS = 8;
/** Minimum of answered writes. */
const WRITES = countOf('ACKNOWLEDGED_WRITES', { share: 100, full: 50_000 });
const FREE_DELIVERY = 2;
const customers = ['1001', '1002', '1003', '1004'];
const PLENTY = 100_000_000;

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

/** A connection of the test to the database of the service. */
async function inside<T>(look: (db: Database) => Promise<T>): Promise<T> {
  const { url, stop } = await startEmbedded({ folder });
  const db = connect(url);
  try {
    return await look(db);
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

it(`the service keeps every acknowledged write and a ledger that adds up, through ${KILLS} kills`, async ({
  task,
}) => {
  await inside((db) => makeRich(db));
  const before = await inside((db) => counts(db));
  const claimed: number[] = [];
  /** The state of a product on a wishlist after the last acknowledged write; unknown while a write has no answer. */
  const wishes = new Map<string, 'there' | 'gone' | 'unknown'>();
  let answered = 0;
  let refused = 0;
  let over = false;

  async function write(writer: number): Promise<void> {
    const customer = customers[writer % customers.length] ?? '';
    const profile = `profile-${customer}`;
    const product = `hp-100${1 + Math.floor(writer / customers.length)}`;
    const wish = `${profile} ${product}`;
    let token: string | undefined;
    let item: number | undefined;
    const send = async (
      method: string,
      template: string,
      parameters: Record<string, string>,
      body?: object,
    ) => {
      token ??= await tokenAt(service.url, customer);
      const response = await fetch(service.url + fill(template, parameters), {
        method,
        headers: { Authorization: `Bearer ${token}`, ...(body && { 'Content-Type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${response.status} ${text}`);
      answered++;
      return text === '' ? undefined : (JSON.parse(text) as { data: { id: number } }).data;
    };
    while (!over) {
      try {
        const reward = await send(
          'POST',
          claimReward.path,
          { profileId: profile },
          {
            reward_definition_id: FREE_DELIVERY,
          },
        );
        if (reward) claimed.push(reward.id);
        const list = { profile, list: 'wishlist' };
        const was = wishes.get(wish);
        wishes.set(wish, 'unknown');
        if (was === 'there' && item !== undefined) {
          await send('DELETE', removeListItem.path, { ...list, item: String(item) });
          wishes.set(wish, 'gone');
        } else {
          item = (await send('POST', addListItem.path, list, { product_id: product }))?.id;
          wishes.set(wish, 'there');
        }
      } catch {
        refused++;
        token = undefined; // it lives for a quarter of an hour
        // Repeats until the service runs again.
        while (!over && !(await isHealthy())) await wait(50);
      }
    }
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
  over = true;
  await Promise.all(writing);
  await expect.poll(isHealthy, { timeout: 60_000 }).toBe(true);
  // The process that was started last is the one that answers.
  expect(await (await customerAt(service.url, '1004')).available()).toBeGreaterThan(0);

  await inside(async (db) => {
    const kept = await db
      .selectFrom('rewards')
      .select('id')
      .where('id', 'in', [0, ...claimed])
      .execute();
    const after = await counts(db);
    const missing = new Set(claimed);
    for (const { id } of kept) missing.delete(id);
    measured(task, {
      tried: `${answered} acknowledged writes, ${killed.service} kills of the service, ${killed.database} of its database`,
      result: `${missing.size} lost; ${refused} writes without an answer`,
    });
    expect([...missing]).toEqual([]);
    for (const [wish, state] of wishes) {
      const [profile = '', product = ''] = wish.split(' ');
      const there = await db
        .selectFrom('list_items')
        .select('id')
        .where('profile_id', '=', profile)
        .where('product_id', '=', product)
        .executeTakeFirst();
      if (state !== 'unknown') expect(there !== undefined, wish).toBe(state === 'there');
    }
    for (const customer of customers) {
      const { balance, ledger, lots } = await pointsOf(db, `profile-${customer}`);
      expect([ledger, lots]).toEqual([balance, balance]);
    }
    // A claim stores a reward, a ledger entry and an event: all of them or none.
    const claims = after.rewards - before.rewards;
    expect(after.spent - before.spent).toBe(claims);
    expect(after.events - before.events).toBe(claims);
    expect(claims).toBeGreaterThanOrEqual(claimed.length);
    expect(claims - claimed.length).toBeLessThanOrEqual(refused);
  });
});

/** Issues enough points for all claims: a ledger entry, which updates the balance, and a lot. */
async function makeRich(db: Database): Promise<void> {
  for (const customer of customers) {
    const profileId = `profile-${customer}`;
    await db.transaction().execute(async (work) => {
      await work
        .insertInto('point_entries')
        .values({ profile_id: profileId, kind: 'earn', amount: PLENTY, reason: 'Plenty', reward_id: null })
        .execute();
      await work
        .insertInto('point_lots')
        .values({ profile_id: profileId, remaining: PLENTY, expires_at: null })
        .execute();
    });
  }
}

async function counts(db: Database) {
  const { rows } = await sql<{ rewards: number; spent: number; events: number }>`
    select (select count(*) from rewards) as rewards,
      (select count(*) from point_entries where kind = 'spend' and reward_id is not null) as spent,
      (select count(*) from events where trigger = 'reward.claimed') as events`.execute(db);
  return rows[0] ?? { rewards: 0, spent: 0, events: 0 };
}
