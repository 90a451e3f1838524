import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { definitionOf } from '../../../support/service-incentive-records.ts';
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
    await programme.refund(1_000, { refund_of: bought.external_id });
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
    await programme.refund(300, { refund_of: bought.external_id, items: oneLamp });
    expect((await programme.points(member)).available).toBe(400);
    await programme.refund(900, { refund_of: bought.external_id });
    expect((await programme.points(member)).available).toBe(0);
  });

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
    expect(await refused({ refund_of: 'nothing' })).toEqual({
      status: 422,
      errors: { refund_of: ['There is no transaction with this external_id.'] },
    });
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

  it('concurrent refunds of one purchase take back its points once', async () => {
    member = await programme.join();
    const bought = await programme.buy(100, { profile_id: member });
    await programme.buy(100, { profile_id: member });
    await Promise.all(
      Array.from({ length: 5 }, () => programme.refund(100, { refund_of: bought.external_id })),
    );
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
