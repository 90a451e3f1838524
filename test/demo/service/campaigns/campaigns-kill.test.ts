import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import {
  addCampaign,
  addProduct,
  addProfile,
  addTransaction,
} from '../../../../src/services/contract/endpoints/index.ts';
import { countOf, measured } from '../../../support/counts.ts';
import { holdLock } from '../../../support/held-lock.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';
import { startServiceProcess } from '../../../support/service-process.ts';
import { pointsOf } from '../../../support/service-rows.ts';

// Kills the service while tills send purchases in campaigns. A till sends a purchase again until it is answered.
const KILLS = countOf('CAMPAIGN_KILLS', { share: 1, full: 50 });
const TILLS = 4;
/** Answered purchases before each kill. */
const PURCHASES = 12;
/** No multiple of what the campaign gives for a purchase: the last purchase that it counts for gets a part. */
const LIMIT = 270;

let service: OpenService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.drop());

it(`purchases in campaigns have their points and shares once after ${KILLS} kills`, async ({ task }) => {
  const token = await service.machineToken();
  const add = async (endpoint: Parameters<OpenService['call']>[0], body: object) => {
    const { status, text, body: answer } = await service.call(endpoint, { token, body });
    expect(status, text).toBe(200);
    return answer.data;
  };
  for (const [id, category] of [
    ['lamp', 'Lights'],
    ['mug', 'Cups'],
  ])
    await add(addProduct, { external_id: id, name: id, category });
  await add(addCampaign, {
    name: 'Lights',
    multiplier: '2',
    categories: ['Lights'],
    max_points_per_profile: LIMIT,
  });
  await add(addCampaign, { name: 'Cups', bonus_points: 5, bonus_per: 'piece', categories: ['Cups'] });
  const purchaseOf = (member: string, external_id: string) => ({
    external_id,
    profile_id: member,
    currency: 'EUR',
    total: 100,
    transacted_at: new Date().toISOString(),
    items: [
      { product_id: 'lamp', name: 'Lamp', quantity: 1, price: '60.00' },
      { product_id: 'mug', name: 'Mug', quantity: 2, price: '20.00' },
    ],
  });
  const members: string[] = [];
  const acknowledged: string[] = [];
  for (let till = 0; till < TILLS; till++) {
    const { id } = await add(addProfile, { first_name: `Member ${till}` });
    members.push(id);
    // Its balance has a row from then on.
    await add(addTransaction, purchaseOf(id, `kill-${till}-0`));
    acknowledged.push(`kill-${till}-0`);
  }

  const environment = { DATABASE_URL: service.url, REQUESTS_PER_MINUTE: '10000000' };
  let running = await startServiceProcess([], environment);
  let isOver = false;
  let unanswered = 0;
  // A test that fails leaves no till behind.
  const ended = new AbortController();
  onTestFinished(() => ended.abort());
  /** Resolves when the service that was killed runs again. */
  let isBack = Promise.resolve();

  async function sell(till: number): Promise<void> {
    for (let number = 1; !isOver; number++) {
      const body = JSON.stringify(purchaseOf(members[till]!, `kill-${till}-${number}`));
      for (let isAnswered = false; !isAnswered;) {
        try {
          const response = await fetch(running.url + addTransaction.path, {
            method: 'POST',
            headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
            body,
            signal: ended.signal,
          });
          await response.text();
          expect(response.status).toBe(200);
          isAnswered = true;
        } catch (error) {
          // The connection was cut.
          if (!(error instanceof TypeError)) throw error;
          unanswered++;
          await isBack;
        }
      }
      acknowledged.push(`kill-${till}-${number}`);
    }
  }

  /** Locks the balance of a member: a purchase waits after its shares, and before its points. */
  const hold = (member: string) =>
    holdLock(service.url, 'select from point_balances where profile_id = $1 for update', [member]);

  const selling = Promise.all(members.map((_, till) => sell(till)));
  selling.catch(() => {});
  for (let kill = 0; kill < KILLS; kill++) {
    const until = acknowledged.length + PURCHASES;
    const held = await hold(members[kill % TILLS]!);
    await expect.poll(held.waiting, { interval: 10 }).toBeGreaterThan(0);
    await expect.poll(() => acknowledged.length, { interval: 1 }).toBeGreaterThanOrEqual(until);
    let back = () => {};
    isBack = new Promise((resolve) => (back = resolve));
    expect(await running.end('SIGKILL')).toBeNull();
    await held.end();
    running = await startServiceProcess([], environment);
    back();
  }
  const until = acknowledged.length + PURCHASES;
  await expect.poll(() => acknowledged.length, { interval: 5 }).toBeGreaterThanOrEqual(until);
  isOver = true;
  await selling;
  expect(await running.end('SIGTERM')).toBe(0);

  const { rows: stored } = await sql<{ external_id: string; faults: string | null }>`
    select external_id, case
        when (select count(*) from transaction_items where transaction_id = purchase.id) <> 2 then 'lines'
        when cups.number <> 1 or cups.points <> 10 then 'share of the cups'
        when lights.number > 1 or lights.points > 60 then 'share of the lights'
        when posted.number <> 1 or posted.points <> 100 + cups.points + lights.points then 'points'
        when entered.number <> 1 or entered.points <> posted.points then 'ledger'
      end as faults
    from transactions as purchase,
      lateral (select count(*) as number, coalesce(sum(points), 0) as points from transaction_campaigns
        where transaction_id = purchase.id and campaign ->> 'name' = 'Cups') as cups,
      lateral (select count(*) as number, coalesce(sum(points), 0) as points from transaction_campaigns
        where transaction_id = purchase.id and campaign ->> 'name' = 'Lights') as lights,
      lateral (select count(*) as number, sum(amount) as points from transaction_points
        where transaction_id = purchase.id) as posted,
      lateral (select count(*) as number, sum(amount) as points from point_entries
        where source_type = 'transaction' and source_id = purchase.id::text) as entered
    where external_id like 'kill-%' order by 1`.execute(service.db);
  measured(task, {
    tried: `${acknowledged.length} purchases in campaigns, ${KILLS} kills of the service, ${unanswered} sent again`,
    result: `${stored.filter(({ faults }) => faults !== null).length} stored in part or twice`,
  });
  expect(unanswered).toBeGreaterThanOrEqual(KILLS);
  expect(stored.filter(({ faults }) => faults !== null)).toEqual([]);
  expect(stored.map(({ external_id }) => external_id)).toEqual(acknowledged.toSorted());
  for (const [till, member] of members.entries()) {
    const { balance, ledger, lots } = await pointsOf(service.db, member);
    const purchases = acknowledged.filter((id) => id.startsWith(`kill-${till}-`)).length;
    const earned = purchases * 110 + Math.min(LIMIT, purchases * 60);
    expect([balance, ledger, lots]).toEqual([earned, earned, earned]);
  }
});
