import { sql } from 'kysely';
import { seededRandom } from '../../demo/sample/seeded-random.ts';
import { processDueWork } from '../../demo/service/jobs/due-work.ts';
import * as on from '../../src/services/contract/endpoints/index.ts';
import { definitionOf } from '../support/service-incentive-records.ts';
import type { Answered, OpenService } from '../support/service-open.ts';
import type { Programme } from '../support/service-programme.ts';

interface Purchase {
  readonly id: string;
  readonly external_id: string;
  readonly receipt_ref: string;
  readonly total: number;
  readonly items: readonly { readonly sku: string; readonly quantity: number; readonly price: string }[];
}

export interface Operations {
  /** Runs one operation, chosen by the seed, and returns its name and status. */
  next(): Promise<string>;
  /** Inconsistencies of the database; always empty. */
  faults(): Promise<unknown[]>;
}

const REWARD_STOCK = 40;
const MEMBERS_AT_LEAST = 4;

/**
 * Random operations on members: purchases, refunds also before their purchase, claims and their undoing, redemptions and returns of
 * parts of them, expiry and merges, in an order that depends on the seed only. An operation may be refused (404, 409, 422), because the seed does not know the balances; any other status is an error.
 */
export async function openOperations(programme: Programme, seed: number): Promise<Operations> {
  const { service, machine: token } = programme;
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const oneOf = <T>(all: readonly T[]): T => all[below(all.length)] as T;

  const members: string[] = [];
  const purchases: Purchase[] = [];
  const redemptions: { readonly member: string; readonly id: string; readonly item: number }[] = [];
  const rewards: { readonly member: string; readonly id: number }[] = [];
  const credits: string[] = [];
  const tierPoints: string[] = [];
  for (let count = 0; count < MEMBERS_AT_LEAST; count++) members.push(await programme.join());
  const { id: reward } = await programme.ask(on.addRewardDefinition, {
    body: { name: 'Prize', handle: 'prize', points_cost: 150, stock: REWARD_STOCK, is_published: true },
  });
  const { id: money } = await programme.ask(on.addRewardDefinition, {
    body: {
      name: 'Money off',
      handle: 'money-off',
      points_cost: 30,
      step_amount: '0.35',
      step_currency: 'EUR',
      minimum_steps: 2,
      maximum_steps: 9,
      is_published: true,
    },
  });
  for (const points_required of [300, 2_000])
    await definitionOf(service.db, 'achievement', { points_required, reward_definition_id: reward });
  const credit = await definitionOf(service.db, 'credit', { value: 20 });

  const send = (endpoint: Parameters<OpenService['call']>[0], sent: object): Promise<Answered> =>
    service.call(endpoint, { token, ...sent });
  const profile = (member: string) => ({ path: { profile: member } });
  let count = 0;
  const transaction = (total: number, more: object) =>
    send(on.addTransaction, {
      body: {
        external_id: `op-${++count}`,
        receipt_ref: `OP-${count}`,
        currency: 'EUR',
        total,
        transacted_at: '2026-05-04T10:15:00Z',
        ...more,
      },
    });

  async function buy(): Promise<Answered> {
    const items = Array.from({ length: 1 + below(3) }, (_, line) => ({
      sku: `SKU-${line}`,
      name: `Line ${line}`,
      quantity: 1 + below(3),
      price: (below(20_000) / 100).toFixed(2),
    }));
    // Added as floating-point numbers, like some cash registers do: the total can be 0.30000000000000004.
    const total = items.reduce((sum, { quantity, price }) => sum + quantity * Number(price), 0);
    const answer = await transaction(total, {
      items,
      ...(random() < 0.8 && { profile_id: oneOf(members) }),
    });
    if (answer.status === 200) purchases.push(answer.body.data);
    return answer;
  }

  /** Keeps a redemption, so that it can be given back. */
  function redeemed(member: string, answer: Answered): Answered {
    if (answer.status === 200) {
      const { id, items } = answer.body.data;
      redemptions.push({ member, id: String(id), item: items[0].id });
    }
    return answer;
  }

  async function claim(body: object): Promise<Answered> {
    const member = oneOf(members);
    const answer = await send(on.claimReward, { path: { profileId: member }, body });
    if (answer.status === 200) rewards.push({ member, id: answer.body.data.id });
    return answer;
  }

  const onPurchase = async (work: (purchase: Purchase) => Promise<Answered>) =>
    purchases.length === 0 ? await buy() : await work(oneOf(purchases));

  const operations: readonly (readonly [string, number, () => Promise<Answered>])[] = [
    ['buy', 14, buy],
    [
      'refund fully',
      5,
      () => onPurchase(({ total, external_id }) => transaction(-total || -1, { refund_of: external_id })),
    ],
    [
      'refund in part',
      5,
      () =>
        onPurchase(({ total, receipt_ref }) =>
          transaction(-Math.max(0.01, (total * below(90)) / 100), { receipt_ref }),
        ),
    ],
    [
      'refund a line',
      6,
      () =>
        onPurchase(({ items, external_id }) => {
          const { sku, price } = oneOf(items);
          const line = { sku, name: 'Returned', quantity: 1, price: `-${price}` };
          return transaction(-Number(price) || -1, { refund_of: external_id, items: [line] });
        }),
    ],
    [
      'refund before its purchase',
      3,
      async () => {
        const total = 1 + below(300);
        const profile_id = oneOf(members);
        await transaction(-(1 + below(total)), { profile_id, refund_of: `op-${count + 2}` });
        return await transaction(total, { profile_id });
      },
    ],
    ['refund without a purchase', 2, () => transaction(-below(300) - 1, { profile_id: oneOf(members) })],
    [
      'unattach',
      5,
      () =>
        onPurchase(async ({ id }) => {
          const { body } = await send(on.readTransaction, { path: { transaction: id } });
          const path = { profile: body.data.profile_id ?? oneOf(members), transaction: id };
          return await send(on.unattachProfileTransaction, { path });
        }),
    ],
    [
      'claim a purchase',
      6,
      () =>
        onPurchase(({ receipt_ref, total }) =>
          send(on.addProfileTransactionClaim, {
            ...profile(oneOf(members)),
            body: { receipt_ref, total },
          }),
        ),
    ],
    ['claim a reward', 6, () => claim({ reward_definition_id: reward })],
    ['claim steps of a reward', 6, () => claim({ reward_definition_id: money, steps: 1 + below(10) })],
    [
      'redeem a reward',
      2,
      async () => {
        const found = rewards[below(rewards.length)];
        if (!found) return await buy();
        const body = { reward_id: found.id };
        return redeemed(found.member, await send(on.redeemProfileReward, { ...profile(found.member), body }));
      },
    ],
    [
      'undo a claim',
      4,
      async () => {
        const found = rewards[below(rewards.length)];
        if (!found) return await buy();
        return await send(on.deleteReward, { path: { reward: String(found.id) }, query: '?reason=Undone' });
      },
    ],
    [
      'redeem points',
      6,
      async () => {
        const member = oneOf(members);
        const body = { points: 1 + below(400) };
        return redeemed(member, await send(on.redeemProfilePoints, { ...profile(member), body }));
      },
    ],
    [
      'reverse a redemption',
      3,
      async () => {
        const found = redemptions[below(redemptions.length)];
        if (!found) return await buy();
        return await send(on.addProfileRedemptionReversal, {
          path: { profile: found.member, redemption: found.id },
          body: {},
        });
      },
    ],
    [
      'give back a part',
      5,
      async () => {
        const found = redemptions[below(redemptions.length)];
        if (!found) return await buy();
        return await send(on.addProfileRedemptionReturn, {
          path: { profile: found.member, redemption: found.id },
          body: { items: [{ id: found.item, value: String(1 + below(60)) }] },
        });
      },
    ],
    [
      'adjust points',
      7,
      () =>
        send(on.addProfilePoint, {
          ...profile(oneOf(members)),
          body: {
            value: below(500) - 200,
            ...(random() < 0.3 && { released_at: '2999-01-01' }),
            ...(random() < 0.5 && { expires_at: '2999-06-30' }),
          },
        }),
    ],
    [
      'expire points',
      7,
      async () => {
        const member = oneOf(members);
        await sql`update pending_points set releases_at = now() where profile_id = ${member} and id % 2 = ${below(2)}`.execute(
          service.db,
        );
        await sql`update point_lots set expires_at = now() where profile_id = ${member} and id % 4 = ${below(4)}`.execute(
          service.db,
        );
        await sql`update tier_points set expires_at = now() where profile_id = ${member} and id % 4 = ${below(4)}`.execute(
          service.db,
        );
        return await send(oneOf([on.profileTier, on.profileLedgers, on.profileBalances]), profile(member));
      },
    ],
    [
      'add tier points',
      3,
      async () => {
        const body = { profile_id: oneOf(members), value: below(900) - 200 };
        const answer = await send(on.addTierPoint, { body });
        if (answer.status === 200) tierPoints.push(String(answer.body.data.id));
        return answer;
      },
    ],
    [
      'delete tier points',
      1,
      () => send(on.deleteTierPoint, { path: { point: tierPoints[below(tierPoints.length)] ?? '1' } }),
    ],
    [
      'issue a credit',
      2,
      async () => {
        const body = { profile_id: oneOf(members), credit_definition_id: credit };
        const answer = await send(on.addCredit, { body });
        if (answer.status === 200) credits.push(String(answer.body.data.id));
        return answer;
      },
    ],
    [
      'redeem a credit',
      3,
      async () => {
        const member = oneOf(members);
        const body = {
          credit_id: Number(credits[below(credits.length)] ?? '1'),
          value: (below(900) / 100 + 0.01).toFixed(2),
        };
        return redeemed(member, await send(on.redeemProfileCredit, { ...profile(member), body }));
      },
    ],
    [
      'expire and extend a credit',
      2,
      async () => {
        const id = credits[below(credits.length)] ?? '1';
        await sql`update credits set expires_at = now() where id = ${id}`.execute(service.db);
        await processDueWork(service.db);
        return await send(on.extendCredits, { body: { ids: [Number(id)], days: 30 } });
      },
    ],
    [
      'change the programme',
      1,
      async () => {
        await programme.set('points.purchase.release_period', random() < 0.5 ? 14 : null);
        await programme.set('points.purchase.period', random() < 0.5 ? 365 : null);
        return await send(on.profileTier, profile(oneOf(members)));
      },
    ],
    [
      'join or merge',
      2,
      async () => {
        if (members.length <= MEMBERS_AT_LEAST || random() < 0.5) {
          members.push(await programme.join());
          return await send(on.profileTier, profile(members.at(-1) ?? ''));
        }
        const [merged = ''] = members.splice(below(members.length), 1);
        const survivor = oneOf(members);
        redemptions.forEach((one, index) => {
          if (one.member === merged) redemptions[index] = { ...one, member: survivor };
        });
        rewards.forEach((one, index) => {
          if (one.member === merged) rewards[index] = { ...one, member: survivor };
        });
        return await send(on.mergeProfiles, { ...profile(survivor), body: { profiles: [merged] } });
      },
    ],
  ];
  const weights = operations.reduce((sum, [, weight]) => sum + weight, 0);

  return {
    async next() {
      let place = below(weights);
      const [name, , run] = operations.find(([, weight]) => (place -= weight) < 0) ?? operations[0]!;
      const { status, text } = await run();
      if (![200, 204, 404, 409, 422].includes(status)) throw new Error(`${name}: ${status} ${text}`);
      return `${name}: ${status}`;
    },
    faults: async () => [
      ...(await wrongBalances(service)),
      ...(await wrongPurchases(service)),
      ...(await wrongStock(service, reward)),
      ...(await wrongWorth(service, money)),
      ...(await wrongLedgerReads(programme, members)),
      ...service.errors,
    ],
  };
}

/** Ledgers that differ from balances, tiers from points, and progress from its steps. */
async function wrongBalances({ db }: OpenService): Promise<unknown[]> {
  const { rows } = await sql`
    select 'points' as ledger, profile_id, available as balance from point_balances as current
    where available <> (select coalesce(sum(amount), 0) from point_entries where profile_id = current.profile_id)
      or available <> (select coalesce(sum(remaining), 0) from point_lots where profile_id = current.profile_id)
      or available < 0 or earned < 0
      or earned <> (select coalesce(sum(coalesce(counted, case when kind = 'earn' then amount else 0 end)), 0)
        from point_entries where profile_id = current.profile_id)
    union all
    select 'tier points', profile_id, extra from profile_tiers as current
    where extra <> (select coalesce(sum(amount), 0) from tier_point_entries where profile_id = current.profile_id)
    union all
    select 'tier', profile_id, points from profile_tiers as current join point_balances using (profile_id)
    where profile_id in (select id from profiles where created_at > now() - interval '1 hour' and deleted_at is null)
      -- Points of a new member are counted with the first of them.
      and not (points = 0 and tier_definition_id is null)
      and (points <> greatest(0, earned + extra) or tier_definition_id is distinct from (
        select id from tier_definitions where points_required <= current.points order by points_required desc limit 1))
    union all
    select 'credit', profile_id, value_remaining from credits
    where value_remaining < 0
      or value_remaining <> (select coalesce(sum(amount), 0) from credit_entries where credit_id = credits.id)
    union all
    select 'achievement', profile_id, points from achievements as current
    where points < 0 or points <> (select coalesce(sum(value), 0) from achievement_points
      where profile_id = current.profile_id and achievement_definition_id = current.achievement_definition_id)
      or (completed_at is null) = (points >= (
        select (fields ->> 'points_required')::bigint from records where id = current.achievement_definition_id))`.execute(
    db,
  );
  return rows;
}

/** Purchases that count for another member, or earned more points than their amount without refunds. */
async function wrongPurchases({ db }: OpenService): Promise<unknown[]> {
  const { rows } = await sql`
    select id, total, refunded, counted, elsewhere, points from transactions, lateral (
      select (select coalesce(sum(amount), 0) from transaction_refunds where transaction_id = transactions.id) as refunded,
        coalesce(sum(counted) filter (where profile_id = transactions.profile_id), 0) as counted,
        coalesce(sum(counted) filter (where profile_id is distinct from transactions.profile_id), 0) as elsewhere,
        coalesce(sum(amount), 0) as points
      from transaction_points where transaction_id = transactions.id) as posted
    where external_id like 'op-%' and total >= 0 and (
      refunded > total or points < 0 or points > floor(total) or elsewhere <> 0
      or (profile_id is not null and counted <> floor(total - refunded)))`.execute(db);
  return rows;
}

/** The stock of the reward, if it and the rewards that were not revoked do not add up to the first stock. */
async function wrongStock({ db }: OpenService, definition: number): Promise<unknown[]> {
  const { rows } = await sql`
    select stock, given from reward_definitions, lateral (
      select count(*) as given from rewards
      where reward_definition_id = reward_definitions.id and expires_at is null) as rewards
    where id = ${definition} and stock + given <> ${REWARD_STOCK}`.execute(db);
  return rows;
}

/** Rewards with steps that are not worth what was paid for them, and redemptions of another amount. */
async function wrongWorth({ db }: OpenService, definition: number): Promise<unknown[]> {
  const { rows } = await sql`
    select id, points_spent, amount from rewards
    where reward_definition_id = ${definition} and (
      amount is distinct from points_spent / 30 * 0.35 or points_spent not between 60 and 270
      or exists (select from redemption_items where reward_id = rewards.id and amount <> rewards.amount))`.execute(
    db,
  );
  return rows;
}

/** Members whose newest ledger entry shows another amount than their balance, or whose batches add up to another one. */
async function wrongLedgerReads(programme: Programme, members: readonly string[]): Promise<unknown[]> {
  const faults: unknown[] = [];
  for (const member of members) {
    const entries = await programme.ask(on.profileLedgers, {
      path: { profile: member },
      query: '?filter[type]=points&sort=-id&page[size]=1',
    });
    const { available, batches } = await programme.points(member);
    const shown = Number(entries[0]?.balance ?? 0);
    const inBatches = batches.reduce((sum: number, { value }: { value: number }) => sum + value, 0);
    if (shown !== available || inBatches !== available)
      faults.push({ member, available, ledger: shown, batches: inBatches });
  }
  return faults;
}
