import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { definitionOf } from '../../../support/service-incentive-records.ts';
import { runDueJobs } from '../../../support/service-jobs.ts';
import { openProgramme, type Programme } from '../../../support/service-programme.ts';
import { purchase } from '../../../support/service-purchases.ts';
import { pointsOf } from '../../../support/service-rows.ts';

const lines = [
  { sku: 'LAMP', name: 'Lamp', quantity: 2, price: '300.00' },
  { sku: 'BOWL', name: 'Bowl', quantity: 1, price: '400.00' },
];

describe('refunds', () => {
  let programme: Programme;
  let member: string;
  beforeAll(async () => {
    programme = await openProgramme();
  });
  afterAll(() => programme.service.drop());
  afterEach(async () => {
    expect(programme.service.errors).toEqual([]);
    const { balance, ledger, lots } = await pointsOf(programme.service.db, member);
    expect([ledger, lots]).toEqual([balance, balance]);
  });

  /** The errors of a refused transaction. */
  const refused = async (body: object) => {
    const answer = await programme.service.call(on.addTransaction, {
      token: programme.machine,
      body: purchase({ items: undefined, ...body }),
    });
    expect(answer.status, answer.text).toBe(422);
    return answer.body.errors;
  };

  /** Points that the purchases of a member have left, by their receipts. */
  const worth = async (profileId: string) => {
    const { rows } = await sql<{ receipt: string; points: number }>`
      select receipt_ref as receipt, (select coalesce(sum(amount), 0)::bigint from transaction_points where transaction_id = one.id) as points
      from transactions as one where profile_id = ${profileId} and total > 0`.execute(programme.service.db);
    return Object.fromEntries(rows.map(({ receipt, points }) => [receipt, points]));
  };
  const refundedEvents = async (id: string) =>
    (
      await programme.service.db
        .selectFrom('events')
        .select('payload')
        .where('trigger', '=', 'transaction.refunded')
        .where(sql<boolean>`payload ->> 'id' = ${id}`)
        .orderBy('id')
        .execute()
    ).map(({ payload }) => payload);

  it('a full refund takes back points, tier and earned points', async () => {
    member = await programme.join();
    const bought = await programme.buy(1_000, { profile_id: member });
    expect(await programme.points(member)).toMatchObject({ available: 1_000, earned: 1_000 });
    expect(await programme.tierOf(member)).toBe('harbour');
    await programme.refund(1_000, { profile_id: member });
    expect(await programme.points(member)).toMatchObject({ available: 0, earned: 0 });
    expect(await programme.tier(member)).toMatchObject({ points: 0, definition: { handle: 'shore' } });
    const [entry] = await programme.ledger(member);
    expect(entry).toMatchObject({
      type: 'points',
      value: '-1000',
      balance: '0',
      description: `Purchase ${bought.receipt_ref}, refunded`,
      source_type: 'transaction',
      source_id: bought.id,
    });
  });

  it('a refund takes back only points that are not spent; the balance is never negative', async () => {
    member = await programme.join();
    const bought = await programme.buy(1_000, { profile_id: member });
    await programme.ask(on.addProfilePoint, { path: { profile: member }, body: { value: -800 } });
    await programme.refund(1_000, { refund_of: bought.external_id });
    expect(await programme.points(member)).toMatchObject({ available: 0, earned: 0 });
    expect((await programme.ledger(member))[0]).toMatchObject({ value: '-200', balance: '0' });
    await programme.ask(on.addProfilePoint, { path: { profile: member }, body: { value: 70 } });
    expect(await refused({ total: -1_000, refund_of: bought.external_id })).toEqual({
      total: ['This purchase has been refunded: nothing of it is left.'],
    });
    expect((await programme.points(member)).available).toBe(70);
  });

  it('a refund of one line takes back its share, once', async () => {
    member = await programme.join();
    const bought = await programme.buy(1_000, { profile_id: member, items: lines });
    const oneLamp = [{ sku: 'LAMP', name: 'Lamp', quantity: 1, price: '-300.00' }];
    await programme.refund(300, { refund_of: bought.external_id, items: oneLamp });
    expect((await programme.points(member)).available).toBe(700);
    await programme.refund(300, { refund_of: bought.external_id, items: oneLamp });
    expect((await programme.points(member)).available).toBe(400);
    expect(await refused({ total: -300, refund_of: bought.external_id, items: oneLamp })).toEqual({
      items: ['These lines have been refunded: nothing of them is left.'],
    });
    expect((await programme.points(member)).available).toBe(400);
    expect(await refused({ total: -900, refund_of: bought.external_id })).toEqual({
      total: ['Of this purchase 400 is left to refund.'],
    });
    await programme.refund(400, { refund_of: bought.external_id });
    expect((await programme.points(member)).available).toBe(0);
  });

  it.each([
    ['variant_id', [1, 2], { sku: 'LAMP', product_id: 'lamp' }],
    ['sku', ['RED', 'BLUE'], { product_id: 'lamp' }],
    ['product_id', ['red', 'blue'], {}],
    ['name', ['Red', 'Blue'], { sku: 'LAMP' }, {}],
  ] as const)(
    'a refund of a line is limited by the line with the same %s, where no more exact identifier is on both',
    async (field, [red, blue], shared, ofRefund: object = shared) => {
      member = await programme.join();
      const line = (value: string | number, price: string, fields: object) => ({
        name: 'Lamp',
        quantity: 1,
        price,
        ...fields,
        [field]: value,
      });
      const bought = await programme.buy(1_000, {
        profile_id: member,
        items: [line(red, '300.00', shared), line(blue, '700.00', shared)],
      });
      const refund = (price: string) => ({
        refund_of: bought.external_id,
        items: [line(red, price, ofRefund)],
      });
      await programme.refund(500, refund('-500.00'));
      // Of the purchase 500 is left, of its line nothing.
      expect(await refused({ total: -100, ...refund('-100.00') })).toEqual({
        items: ['These lines have been refunded: nothing of them is left.'],
      });
    },
  );

  it('after a partial refund the points are those of the amount that is left', async () => {
    member = await programme.join();
    const bought = await programme.buy(89.5, { profile_id: member });
    await programme.refund(0.5, { refund_of: bought.external_id });
    expect((await programme.points(member)).available).toBe(89);
    await programme.refund(0.01, { refund_of: bought.external_id });
    expect((await programme.points(member)).available).toBe(88);
  });

  it('a refund cancels pending points', async () => {
    member = await programme.join();
    await programme.set('points.purchase.release_period', 14);
    const bought = await programme.buy(120, { profile_id: member });
    expect(await programme.points(member)).toMatchObject({ available: 0, pending: 120 });
    await programme.refund(20, { refund_of: bought.external_id });
    expect(await programme.points(member)).toMatchObject({ available: 0, pending: 100 });
    await programme.refund(100, { refund_of: bought.external_id });
    expect(await programme.points(member)).toMatchObject({ available: 0, pending: 0, earned: 0 });
    expect((await programme.ledger(member))[0]).toMatchObject({
      value: '0',
      description: `Purchase ${bought.receipt_ref}, refunded: 100 pending points cancelled`,
    });
    await programme.set('points.purchase.release_period', null);
  });

  it('a refund takes no other points for those that expired', async () => {
    member = await programme.join();
    await programme.set('points.purchase.period', 30);
    const bought = await programme.buy(100, { profile_id: member });
    await programme.set('points.purchase.period', null);
    await sql`update point_lots set expires_at = now() where profile_id = ${member}`.execute(
      programme.service.db,
    );
    await programme.ask(on.addProfilePoint, { path: { profile: member }, body: { value: 40 } });
    await programme.refund(100, { refund_of: bought.external_id });
    expect(await programme.points(member)).toMatchObject({ available: 40, earned: 40 });
  });

  it('a refund reopens an achievement and revokes its reward', async () => {
    member = await programme.join();
    const reward = await programme.ask(on.addRewardDefinition, {
      body: { name: 'Medal', handle: 'medal', points_cost: 0, stock: 1, is_published: true },
    });
    const definition = await definitionOf(programme.service.db, 'achievement', {
      points_required: 500,
      reward_definition_id: reward.id,
    });
    const rewards = () => programme.ask(on.profileRewards, { path: { id: member } });
    const stock = async () =>
      (await programme.ask(on.readRewardDefinition, { path: { definition: String(reward.id) } })).stock;
    await programme.buy(400, { profile_id: member });
    const bought = await programme.buy(200, { profile_id: member });
    expect(await programme.achievement(member, definition)).toMatchObject({
      points: 600,
      completed_at: expect.any(String),
    });
    expect(await stock()).toBe(0);
    await programme.refund(200, { refund_of: bought.external_id });
    expect(await programme.achievement(member, definition)).toMatchObject({
      points: 400,
      completed_at: null,
    });
    expect(Date.parse((await rewards())[0].expires_at)).toBeLessThanOrEqual(Date.now());
    expect(await stock()).toBe(1);
    // Completing it again issues the reward again.
    await programme.buy(200, { profile_id: member });
    expect(await rewards()).toHaveLength(2);
    expect(await stock()).toBe(0);
  });

  it('with `refunds.keep_rewards`, a refund keeps the reward, which is not issued again', async () => {
    member = await programme.join();
    await programme.set('refunds.keep_rewards', true);
    const definition = await definitionOf(programme.service.db, 'achievement', {
      points_required: 50,
      reward_definition_id: 1,
    });
    const bought = await programme.buy(60, { profile_id: member });
    await programme.refund(60, { refund_of: bought.external_id });
    expect((await programme.achievement(member, definition)).completed_at).toBeNull();
    await programme.buy(60, { profile_id: member });
    const rewards = await programme.ask(on.profileRewards, { path: { id: member } });
    expect(rewards).toMatchObject([
      { expires_at: expect.toSatisfy((end) => end === null || Date.parse(end) > Date.now()) },
    ]);
    await programme.set('refunds.keep_rewards', false);
  });

  it('a refund finds its purchase by receipt, by order and by member, and gets the profile of its purchase', async () => {
    member = await programme.join();
    const byReceipt = await programme.buy(100, { profile_id: member, receipt_ref: 'R-given-back' });
    expect(await programme.refund(100, { receipt_ref: 'R-given-back' })).toMatchObject({
      profile_id: member,
    });
    expect((await programme.points(member)).available).toBe(0);
    const order = await programme.ask(on.addOrder, { body: { profile_id: member } });
    await programme.buy(50, { order_id: order.id });
    await programme.refund(20, { order_id: order.id });
    expect((await programme.points(member)).available).toBe(30);
    await programme.refund(10, { profile_id: member });
    expect((await programme.points(member)).available).toBe(20);
    expect(byReceipt.profile_id).toBe(member);
  });

  it('a refund of a transaction that it cannot refund answers 422 with the reason', async () => {
    member = await programme.join();
    const other = await programme.join();
    const bought = await programme.buy(10, { profile_id: member });
    const refused = async (more: object) => {
      const body = purchase({ total: -1, items: undefined, ...more });
      const { status, body: answer } = await programme.service.call(on.addTransaction, {
        token: programme.machine,
        body,
      });
      return { status, errors: answer.errors };
    };
    expect(await refused({ refund_of: bought.external_id, currency: 'GBP' })).toMatchObject({
      errors: { refund_of: ['The purchase has another currency.'] },
    });
    expect(await refused({ refund_of: bought.external_id, profile_id: other })).toMatchObject({
      errors: { refund_of: ['The purchase belongs to another profile.'] },
    });
    expect(await refused({ total: 1, refund_of: bought.external_id })).toMatchObject({
      errors: { refund_of: ['Only a transaction with a total below zero refunds another.'] },
    });
    const refund = await programme.refund(1, { refund_of: bought.external_id });
    expect(await refused({ refund_of: refund.external_id })).toMatchObject({
      errors: { refund_of: ['A refund cannot be refunded: name the purchase.'] },
    });
    expect((await programme.points(member)).available).toBe(9);
  });

  it.each(['refund_of', 'receipt_ref', 'order_id', 'profile_id'])(
    'a refund that arrives before its purchase waits for it: found by %s',
    async (by) => {
      member = await programme.join();
      const order = await programme.ask(on.addOrder, { body: { profile_id: member } });
      const bought = purchase({
        profile_id: member,
        total: 100,
        items: undefined,
        ...(by === 'order_id' && { order_id: order.id }),
      });
      const names = {
        refund_of: bought.external_id,
        receipt_ref: bought.receipt_ref,
        order_id: order.id,
        profile_id: member,
      };
      const more = { receipt_ref: undefined, [by]: names[by as keyof typeof names] };
      const refund = await programme.refund(30, { ...more, transacted_at: '2026-05-05T10:00:00Z' });
      // An older purchase of the member, or a later one, is not the refunded one.
      await programme.buy(50, { profile_id: member, transacted_at: '2026-06-01T10:00:00Z' });
      expect((await programme.points(member)).available).toBe(50);
      await programme.ask(on.addTransaction, { body: bought });
      expect(await programme.points(member)).toMatchObject({ available: 120, earned: 120 });
      expect((await programme.ask(on.readTransaction, { path: { transaction: refund.id } })).profile_id).toBe(
        member,
      );
      const name = { refund_of: bought.external_id };
      // A refund that names no purchase gives way to one that does.
      const left = by === 'profile_id' ? 100 : 70;
      expect(await refused({ ...name, total: -left - 1 })).toEqual({
        total: [`Of this purchase ${left} is left to refund.`],
      });
      await programme.refund(left, name);
      expect((await programme.points(member)).available).toBe(50);
    },
  );

  it('a refund finds its purchase in every spelling of the receipt, and takes from no other', async () => {
    member = await programme.join();
    const [first, second] = [`RB-${member}`, `ZZ-${member}`];
    await programme.buy(30, {
      profile_id: member,
      receipt_ref: first,
      transacted_at: '2026-05-04T10:00:00Z',
    });
    await programme.buy(50, {
      profile_id: member,
      receipt_ref: second,
      transacted_at: '2026-05-04T11:00:00Z',
    });
    await programme.refund(30, {
      profile_id: member,
      receipt_ref: first.toLowerCase().replaceAll('-', ' '),
      transacted_at: '2026-05-04T12:00:00Z',
    });
    expect(await worth(member)).toEqual({ [first]: 0, [second]: 50 });
    expect((await programme.points(member)).available).toBe(50);
  });

  it.each(['refund_of', 'receipt_ref', 'order_id'])(
    'a refund whose %s names a purchase that never arrives takes from no other, of before or of later',
    async (by) => {
      member = await programme.join();
      const order = await programme.ask(on.addOrder, { body: { profile_id: member } });
      const names = { refund_of: `gone-${member}`, receipt_ref: `gone-${member}`, order_id: order.id };
      await programme.buy(80, { profile_id: member, transacted_at: '2026-05-04T10:00:00Z' });
      await programme.refund(60, {
        profile_id: member,
        [by]: names[by as keyof typeof names],
        transacted_at: '2026-05-04T12:00:00Z',
      });
      await programme.buy(100, { profile_id: member, transacted_at: '2026-05-04T12:30:00Z' });
      expect((await programme.points(member)).available).toBe(180);
    },
  );

  it('a refund that names none takes from no purchase after it, and says what nothing covers', async () => {
    member = await programme.join();
    await programme.buy(20, { profile_id: member, transacted_at: '2026-05-04T10:00:00Z' });
    const refund = await programme.refund(50, { profile_id: member, transacted_at: '2026-05-04T12:00:00Z' });
    await programme.buy(100, { profile_id: member, transacted_at: '2026-05-04T12:00:01Z' });
    expect((await programme.points(member)).available).toBe(100);
    expect(await refundedEvents(refund.id)).toMatchObject([{ not_covered: 30, points_taken: 20 }]);
    // Made before the refund, but uploaded after it.
    await programme.buy(40, { profile_id: member, transacted_at: '2026-05-04T11:00:00Z' });
    expect((await programme.points(member)).available).toBe(110);
    expect(await refundedEvents(refund.id)).toMatchObject([{ not_covered: 30 }, { not_covered: 0 }]);
  });

  it.each([
    ['2026-05-04', '2026-05-04T23:59:59Z', 'UTC', 0],
    ['2026-05-04', '2026-05-05T00:00:00Z', 'UTC', 50],
    ['2026-05-04T00:00:00+02:00', '2026-05-04T23:59:59+02:00', 'Europe/Amsterdam', 0],
    ['2026-05-04T00:00:00+02:00', '2026-05-05T00:00:00+02:00', 'Europe/Amsterdam', 50],
    ['2026-05-04T10:00:00Z', '2026-05-04T10:00:01Z', 'UTC', 50],
  ])('a refund of %s and a purchase of %s leave in %s %i points', async (refunded, bought, zone, points) => {
    member = await programme.join();
    await programme.set('programme.timezone', zone);
    await programme.refund(50, { profile_id: member, transacted_at: refunded });
    await programme.buy(50, { profile_id: member, transacted_at: bought });
    expect((await programme.points(member)).available).toBe(points);
    await programme.set('programme.timezone', null);
  });

  it('points that are owed for a purchase are no longer owed when another one covers the refund', async () => {
    member = await programme.join();
    await programme.set('refunds.spent_points_are_owed', true);
    await programme.buy(100, { profile_id: member, transacted_at: '2026-05-04T10:00:00Z' });
    await programme.ask(on.redeemProfilePoints, { path: { profile: member }, body: { points: 80 } });
    await programme.refund(100, { profile_id: member, transacted_at: '2026-05-04T12:00:00Z' });
    expect(await programme.points(member)).toMatchObject({ available: 0, owed: 80 });
    await programme.buy(100, { profile_id: member, transacted_at: '2026-05-04T11:00:00Z' });
    expect(await programme.points(member)).toMatchObject({ available: 20, earned: 100, owed: 0 });
    await programme.set('refunds.spent_points_are_owed', null);
  });

  it('a refund and its purchase that arrive at once leave what a later refund leaves', async () => {
    member = await programme.join();
    for (let round = 0; round < 5; round++) {
      const bought = purchase({ profile_id: member, total: 100, items: undefined });
      await Promise.all([
        programme.refund(100, { refund_of: bought.external_id }),
        programme.ask(on.addTransaction, { body: bought }),
      ]);
    }
    expect(await programme.points(member)).toMatchObject({ available: 0, earned: 0 });
  });

  it('an import sorted by the newest first gives the points of one sorted by the oldest', async () => {
    member = await programme.join();
    const rows = [
      `imp-3,${member},2026-05-07T10:00:00Z,-30,imp-1`,
      `imp-2,${member},2026-05-06T10:00:00Z,20,`,
      `imp-1,${member},2026-05-05T10:00:00Z,100,`,
    ];
    const content = ['external_id,profile_id,transacted_at,total,refund_of', ...rows].join('\n');
    await programme.ask(on.uploadImport, { body: { model: 'transaction', format: 'csv', content } });
    await runDueJobs(programme.service);
    expect((await programme.ask(on.importJobs))[0]).toMatchObject({ done: 3, failed: 0 });
    expect(await programme.points(member)).toMatchObject({ available: 90, earned: 90 });
  });

  it('points that were spent are owed, and the next points pay them, where the programme says so', async () => {
    member = await programme.join();
    await programme.set('refunds.spent_points_are_owed', true);
    const bought = await programme.buy(100, { profile_id: member });
    await programme.ask(on.redeemProfilePoints, { path: { profile: member }, body: { points: 80 } });
    await programme.refund(100, { refund_of: bought.external_id });
    expect(await programme.points(member)).toMatchObject({ available: 0, earned: 0, owed: 80 });
    await programme.buy(50, { profile_id: member });
    expect(await programme.points(member)).toMatchObject({ available: 0, earned: 50, owed: 30 });
    expect((await programme.ledger(member))[0]).toMatchObject({
      value: '-50',
      balance: '0',
      source_type: 'transaction',
      source_id: bought.id,
    });
    await programme.ask(on.addProfilePoint, { path: { profile: member }, body: { value: 45 } });
    expect(await programme.points(member)).toMatchObject({ available: 15, owed: 0 });
    await programme.set('refunds.spent_points_are_owed', null);
  });

  it('concurrent refunds of one purchase take back its points once', async () => {
    member = await programme.join();
    const bought = await programme.buy(100, { profile_id: member });
    await programme.buy(100, { profile_id: member });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        programme.service.call(on.addTransaction, {
          token: programme.machine,
          body: purchase({ total: -100, items: undefined, refund_of: bought.external_id }),
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422]);
    expect(await programme.points(member)).toMatchObject({ available: 100, earned: 100 });
  });

  it('a refund publishes transaction.refunded with the points taken back', async () => {
    member = await programme.join();
    const bought = await programme.buy(100, { profile_id: member });
    const refund = await programme.refund(40, { refund_of: bought.external_id });
    const { payload } = await programme.service.db
      .selectFrom('events')
      .selectAll()
      .where('trigger', '=', 'transaction.refunded')
      .where('profile_id', '=', member)
      .executeTakeFirstOrThrow();
    expect(payload).toMatchObject({ id: refund.id, transactions: [bought.id], points_taken: 40, total: -40 });
  });
});
