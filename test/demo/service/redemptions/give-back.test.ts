import { sql } from 'kysely';
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

  describe('in part', () => {
    const creditOf = async (id: number) =>
      (await service.call(on.readCredit, { path: { credit: String(id) }, token: machine })).body.data;
    const ledgerOf = async (id: number) => {
      const { rows } = await sql<{ sum: string }>`
        select sum(amount)::numeric(20, 2)::text as sum from credit_entries where credit_id = ${id}`.execute(
        service.db,
      );
      return rows[0]?.sum;
    };

    it('give back money of a credit, until nothing is left, and never more', async () => {
      const { credit } = await incentivesOf(service.db, mara);
      const { data } = (await redeem('Credit', { credit_id: credit, value: '20.00' })).body;
      const [{ id }] = data.items;
      const before = Number((await creditOf(credit)).value_remaining);
      const part = await giveBack('Return', data.id, { items: [{ id, value: '7.50' }] });
      expect(part.body.data).toMatchObject({
        type: 'return',
        total: '-7.50',
        items: [{ type: 'credit', value: 750 }],
      });
      expect(Number((await creditOf(credit)).value_remaining)).toBe(before + 7.5);
      for (const [value, text] of [
        ['12.51', '12.50 is left'],
        ['0', 'above 0'],
        ['-1', 'above 0'],
        ['1.005', '2 digits'],
      ]) {
        const refused = await giveBack('Return', data.id, { items: [{ id, value }] });
        expect([refused.status, refused.body.errors]).toEqual([
          422,
          { 'items.0.value': [expect.stringContaining(text ?? '')] },
        ]);
      }
      const rest = await giveBack('Reversal', data.id);
      expect(rest.body.data.total).toBe('-12.50');
      expect((await giveBack('Reversal', data.id)).status).toBe(422);
      const { value_remaining } = await creditOf(credit);
      expect(Number(value_remaining)).toBe(before + 20);
      expect(await ledgerOf(credit)).toBe(value_remaining);
    });

    it('give back points to the lots that they came from, the last ones first', async () => {
      const before = await pointsOf(service.db, mara);
      const { data } = (await redeem('Points', { points: 90 })).body;
      const [{ id }] = data.items;
      for (const value of ['30', '25'])
        expect((await giveBack('Return', data.id, { items: [{ id, value }] })).body.data.total).toBe(
          `-${value}`,
        );
      expect((await giveBack('Return', data.id, { items: [{ id, value: '36' }] })).status).toBe(422);
      expect((await giveBack('Return', data.id, { items: [{ id, value: '1.5' }] })).status).toBe(422);
      expect((await giveBack('Return', data.id, { items: [{ id }] })).body.data.total).toBe('-35');
      expect(await pointsOf(service.db, mara)).toEqual(before);
    });

    it('are refused for a reward', async () => {
      const { reward } = await incentivesOf(service.db, mara);
      const { data } = (await redeem('Reward', { reward_id: reward })).body;
      const refused = await giveBack('Return', data.id, { items: [{ id: data.items[0].id, value: '1' }] });
      expect(refused.body.errors).toEqual({ 'items.0.value': [expect.stringContaining('as a whole')] });
    });

    it('give back no more than was redeemed with concurrent requests', async () => {
      const before = (await pointsOf(service.db, mara)).balance;
      const { data } = (await redeem('Points', { points: 50 })).body;
      const items = [{ id: data.items[0].id, value: '20' }];
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => giveBack('Return', data.id, { items })),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
      expect((await pointsOf(service.db, mara)).balance).toBe(before - 10);
    });
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

  it('refuse an amount that they do not know, and give nothing back', async () => {
    const { credit } = await incentivesOf(service.db, mara);
    const { data } = (await redeem('Credit', { credit_id: credit, value: '6.00' })).body;
    const [{ id }] = data.items;
    for (const [body, field] of [
      [{ items: [{ id, amount: '2.00' }] }, 'items.0.amount'],
      [{ items: [{ id, refundAmount: 2 }] }, 'items.0.refundAmount'],
      [{ total: '2.00' }, 'total'],
    ] as const) {
      const answer = await giveBack('Return', data.id, body);
      expect(answer).toMatchObject({ status: 422, body: { errors: { [field]: [expect.any(String)] } } });
    }
    const { body } = await service.call(on.readCredit, { path: { credit: String(credit) }, token: machine });
    expect(body.data.value_remaining).toBe('19.00');
    expect((await giveBack('Return', data.id, { items: [{ id }], channel: 'till', meta_id: 7 })).status).toBe(
      200,
    );
  });

  it('put nothing onto a credit, reward or benefit that has expired, or a deleted credit', async () => {
    const one = await incentivesOf(service.db, mara);
    const redeemed = {
      credit: await redeem('Credit', { credit_id: one.credit, value: '6.00' }),
      reward: await redeem('Reward', { reward_id: one.reward }),
      benefit: await redeem('Benefit', { benefit_id: one.benefit }),
    };
    for (const [model, extending] of [
      ['credit', on.extendCredits],
      ['reward', on.extendRewards],
      ['benefit', on.extendBenefits],
    ] as const) {
      await sql`update ${sql.table(`${model}s`)} set expires_at = now() where id = ${one[model]}`.execute(
        service.db,
      );
      const redemption = redeemed[model].body.data.id;
      const refused = await giveBack('Reversal', redemption);
      expect(refused).toMatchObject({
        status: 422,
        body: { errors: { redemption: [expect.stringMatching(`expired at .+ /v3/${model}s/extend`)] } },
      });
      const body = { ids: [one[model]], days: 7 };
      expect((await service.call(extending, { token: machine, body })).status).toBe(200);
      expect((await giveBack('Reversal', redemption)).status).toBe(200);
    }
    const { data } = (await redeem('Credit', { credit_id: one.credit, value: '6.00' })).body;
    await service.call(on.deleteCredit, { path: { credit: String(one.credit) }, token: machine });
    expect((await giveBack('Reversal', data.id)).body.errors.redemption[0]).toContain('was deleted');
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
