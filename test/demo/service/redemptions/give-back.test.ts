import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { incentivesOf } from '../../../support/service-incentive-records.ts';
import { mara, openRedemptions, type Redemptions } from './redemption-calls.ts';
import { pointsOf } from '../../../support/service-rows.ts';
import type { OpenService } from '../../../support/service-open.ts';

describe('returned and reversed redemptions', () => {
  let service: OpenService;
  let machine: string;
  let token: string;
  let redeem: Redemptions['redeem'];
  let giveBack: Redemptions['giveBack'];
  beforeAll(async () => void ({ service, machine, token, redeem, giveBack } = await openRedemptions()));
  afterAll(() => service.drop());
  afterEach(() => expect(service.errors).toEqual([]));

  it('create a redemption with a negative total and restore the balance', async () => {
    const before = await pointsOf(service.db, mara);
    const { data } = (await redeem('Points', { points: 200 })).body;
    const answer = await giveBack('Return', data.id, {
      reason: 'Too small',
      items: [{ id: data.items[0].id }],
    });
    expect(answer.body.data).toMatchObject({
      type: 'return',
      total: '-200',
      total_localised: '-200 points',
      meta: ['Too small'],
      items: [{ type: 'point', value: 200 }],
    });
    expect(await pointsOf(service.db, mara)).toEqual(before);
    const linked = await service.call(on.redemptions, {
      query: `?filter[linked_source_type]=redemption&filter[linked_source_id]=${data.id}`,
      token: machine,
    });
    expect(linked.body.data.map(({ id }: { id: number }) => id)).toEqual([answer.body.data.id]);
    // Returned points do not count towards tiers again.
    const { earned } = (await service.call(on.profileBalances, { path: { profile: mara }, token })).body.data
      .points;
    expect((await giveBack('Return', data.id)).body.errors.redemption).toBeDefined();
    expect((await giveBack('Reversal', answer.body.data.id)).status).toBe(422);
    expect(
      (await service.call(on.profileBalances, { path: { profile: mara }, token })).body.data.points.earned,
    ).toBe(earned);
  });

  it('restore a credit, a reward and a benefit', async () => {
    const one = await incentivesOf(service.db, mara);
    const redemptions = [
      await redeem('Credit', { credit_id: one.credit, value: '10.01' }),
      await redeem('Reward', { reward_id: one.reward }),
      await redeem('Benefit', { benefit_id: one.benefit }),
    ];
    const count = async () =>
      (
        await service.call(on.countProfileRedemptions, {
          path: { profile: mara, type: 'credit', id: String(one.creditDefinition) },
          token,
        })
      ).body.data.count;
    expect(await count()).toBe(1);
    const [credit, reward, benefit] = await Promise.all(
      redemptions.map(async ({ body }) => (await giveBack('Reversal', body.data.id)).body.data),
    );
    expect(credit).toMatchObject({ type: 'reversal', total: '-10.01', total_localised: '-10.01' });
    expect(credit.items[0].type_attributes.value_remaining).toBe('25.00');
    expect(reward.items[0].type_attributes.redeemed_at).toBeNull();
    expect(benefit.items[0].type_attributes.uses_left).toBe(2);
    expect(await count()).toBe(0);
    expect((await redeem('Reward', { reward_id: one.reward })).status).toBe(200);
  });

  it('are returned once with concurrent requests', async () => {
    const { data } = (await redeem('Points', { points: 50 })).body;
    const before = (await pointsOf(service.db, mara)).balance;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => giveBack(index % 2 ? 'Return' : 'Reversal', data.id)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(19);
    expect(await pointsOf(service.db, mara)).toEqual({
      balance: before + 50,
      ledger: before + 50,
      lots: before + 50,
    });
  });

  it('accept items of the redemption, as a whole and once', async () => {
    const { data } = (await redeem('Points', { points: 5 })).body;
    const [{ id }] = data.items;
    for (const items of [[], [{ id: 999_999 }], [{ id, count: 2 }], [{ id }, { id }]])
      expect(await giveBack('Return', data.id, { items })).toMatchObject({
        status: 422,
        body: { errors: { items: [expect.any(String)] } },
      });
    expect((await giveBack('Return', 999_999)).status).toBe(404);
  });
});
