import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { definitionOf } from '../../../support/service-incentive-records.ts';
import { runDueJobs } from '../../../support/service-jobs.ts';
import { openProgramme, type Programme } from '../../../support/service-programme.ts';
import { pointsOf } from '../../../support/service-rows.ts';

describe('a purchase that moves to another member', () => {
  let programme: Programme;
  let [first, second] = ['', ''];
  beforeAll(async () => {
    programme = await openProgramme();
  });
  afterAll(() => programme.service.drop());
  afterEach(async () => {
    expect(programme.service.errors).toEqual([]);
    for (const member of [first, second]) {
      const { balance, ledger, lots } = await pointsOf(programme.service.db, member);
      expect([ledger, lots]).toEqual([balance, balance]);
    }
  });

  const unattach = (member: string, transaction: string) =>
    programme.ask(on.unattachProfileTransaction, { path: { profile: member, transaction } });
  const claim = (member: string, receipt_ref: string, total: number) =>
    programme.ask(on.addProfileTransactionClaim, { path: { profile: member }, body: { receipt_ref, total } });

  it('gives the tier and the achievement to the second member and takes them from the first', async () => {
    [first, second] = [await programme.join(), await programme.join()];
    const definition = await definitionOf(programme.service.db, 'achievement', { points_required: 5_000 });
    const bought = await programme.buy(5_000, { profile_id: first });
    expect(await programme.tierOf(first)).toBe('lighthouse');
    await unattach(first, bought.id);
    expect(await claim(second, bought.receipt_ref, 5_000)).toMatchObject({ status: 'matched' });
    expect(await programme.tierOf(second)).toBe('lighthouse');
    expect(await programme.achievement(second, definition)).toMatchObject({
      completed_at: expect.any(String),
    });
    expect(await programme.tier(first)).toMatchObject({ points: 0, definition: { handle: 'shore' } });
    expect(await programme.achievement(first, definition)).toMatchObject({ points: 0, completed_at: null });
    expect(await programme.points(first)).toMatchObject({ available: 0, earned: 0 });
    const calculated = await programme.ask(on.calculateProfileTier, { path: { profile: first } });
    expect(calculated).toMatchObject({ points: 0, definition: { handle: 'shore' } });
  });

  it.each([
    ['purchases', { points_required: 1 }],
    ['spend', { points_required: 50, currency: 'GBP' }],
    ['category', { points_required: 2, criterion_values: ['Home'] }],
  ])(
    'takes its %s from the achievement and the reward at once, also where it earned no points',
    async (criterion, fields) => {
      [first, second] = [await programme.join(), await programme.join()];
      const { id: reward } = await programme.ask(on.addRewardDefinition, {
        body: { name: 'Medal', handle: `medal-${criterion}`, points_cost: 0, is_published: true },
      });
      const { id: definition } = await programme.ask(on.addAchievementDefinition, {
        body: {
          name: criterion,
          handle: `by-${criterion}`,
          criterion,
          is_published: true,
          counted_from: '2026-01-01T00:00:00Z',
          reward_definition_id: reward,
          ...fields,
        },
      });
      await programme.ask(on.editProduct, { path: { product: 'hp-1001' }, body: { category: 'Home' } });
      const items = [{ product_id: 'hp-1001', name: 'Candle', quantity: 2, price: '30.00' }];
      // Pounds have no rate.
      const bought = await programme.buy(60, { profile_id: first, currency: 'GBP', items });
      await runDueJobs(programme.service);
      const standing = async (member: string) => {
        const one = await programme.achievement(member, definition);
        const rewards = await programme.ask(on.profileRewards, { path: { id: member } });
        const mine = rewards.filter(
          (each: { reward_definition_id: number }) => each.reward_definition_id === reward,
        );
        const usable = mine.filter(
          ({ expires_at }: { expires_at: string | null }) =>
            expires_at === null || Date.parse(expires_at) > Date.now(),
        );
        return { complete: Boolean(one?.completed_at), points: one?.points ?? 0, rewards: usable.length };
      };
      expect(await standing(first)).toMatchObject({ complete: true, rewards: 1 });
      await unattach(first, bought.id);
      expect(await standing(first)).toEqual({ complete: false, points: 0, rewards: 0 });
      await claim(second, bought.receipt_ref, 60);
      expect(await standing(second)).toMatchObject({ complete: true, rewards: 1 });
      await programme.ask(on.editAchievementDefinition, {
        path: { definition: String(definition) },
        body: { is_archived: true },
      });
    },
  );

  it('can be claimed again by the member from whom staff took it, whose claim is refused until then', async () => {
    [first, second] = [await programme.join(), await programme.join()];
    const bought = await programme.buy(400, {});
    const claims = () => programme.ask(on.profileTransactionClaims, { path: { profile: first } });
    expect(await claim(first, bought.receipt_ref, 400)).toMatchObject({ status: 'matched' });
    await unattach(first, bought.id);
    expect(await claims()).toMatchObject([{ status: 'refused', transaction_id: null }]);
    expect(await claim(first, bought.receipt_ref, 400)).toMatchObject({ status: 'matched' });
    expect(await claims()).toMatchObject([{ status: 'matched' }]);
    expect(await programme.points(first)).toMatchObject({ available: 400, earned: 400 });
    const again = await programme.service.call(on.addProfileTransactionClaim, {
      token: await programme.service.machineToken(),
      path: { profile: first },
      body: { receipt_ref: bought.receipt_ref, total: 400 },
    });
    expect(again.status).toBe(409);
  });

  it('brings the points that the first member has not spent, and counts whole for the tier', async () => {
    [first, second] = [await programme.join(), await programme.join()];
    const bought = await programme.buy(1_500, { profile_id: first });
    await programme.ask(on.addProfilePoint, { path: { profile: first }, body: { value: -1_100 } });
    await unattach(first, bought.id);
    await claim(second, bought.receipt_ref, 1_500);
    expect(await programme.points(first)).toMatchObject({ available: 0, earned: 0 });
    expect(await programme.points(second)).toMatchObject({ available: 400, earned: 1_500 });
    expect([await programme.tierOf(first), await programme.tierOf(second)]).toEqual(['shore', 'harbour']);
  });

  it('counts without its refunded part, and its refund moves to the second member as well', async () => {
    [first, second] = [await programme.join(), await programme.join()];
    const bought = await programme.buy(900, { profile_id: first });
    const refund = await programme.refund(300, { refund_of: bought.external_id });
    await unattach(first, bought.id);
    await claim(second, bought.receipt_ref, 900);
    expect(await programme.points(second)).toMatchObject({ available: 600, earned: 600 });
    const read = await programme.ask(on.readTransaction, { path: { transaction: refund.id } });
    expect(read.profile_id).toBe(second);
    await programme.refund(600, { refund_of: bought.external_id });
    expect(await programme.points(second)).toMatchObject({ available: 0, earned: 0 });
  });

  it('takes its refunds along when it leaves a member, except one that refunds another purchase as well', async () => {
    first = second = await programme.join();
    const bought = await programme.buy(900, { profile_id: first });
    const refund = await programme.refund(300, { refund_of: bought.external_id });
    const other = await programme.buy(100, { profile_id: first });
    // It names no purchase, and takes what is left of the newest first.
    const ofBoth = await programme.refund(200, { profile_id: first });
    await unattach(first, bought.id);
    const ownerOf = async (transaction: string) =>
      (await programme.ask(on.readTransaction, { path: { transaction } })).profile_id;
    expect([await ownerOf(bought.id), await ownerOf(refund.id)]).toEqual([null, null]);
    expect([await ownerOf(other.id), await ownerOf(ofBoth.id)]).toEqual([first, first]);
  });

  it('merging profiles adds up purchases towards tier and achievements', async () => {
    [first, second] = [await programme.join(), await programme.join()];
    const definition = await definitionOf(programme.service.db, 'achievement', { points_required: 1_200 });
    await programme.buy(700, { profile_id: first });
    const bought = await programme.buy(600, { profile_id: second });
    await programme.ask(on.mergeProfiles, { path: { profile: first }, body: { profiles: [second] } });
    expect(await programme.points(first)).toMatchObject({ available: 1_300, earned: 1_300 });
    expect(await programme.tierOf(first)).toBe('harbour');
    expect(await programme.achievement(first, definition)).toMatchObject({
      points: 1_300,
      completed_at: expect.any(String),
    });
    await programme.refund(600, { refund_of: bought.external_id });
    expect(await programme.points(first)).toMatchObject({ available: 700, earned: 700 });
    expect(await programme.achievement(first, definition)).toMatchObject({ points: 700, completed_at: null });
    second = first;
  });
});
