import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { definitionOf, incentivesOf } from '../../../support/service-incentive-records.ts';
import { mara, tomas, openRedemptions, type Redemptions } from './redemption-calls.ts';
import { pointsOf } from '../../../support/service-rows.ts';
import type { OpenService } from '../../../support/service-open.ts';

describe('creating redemptions', () => {
  let service: OpenService;
  let machine: string;
  let token: string;
  let purchase: Redemptions['purchase'];
  let redeem: Redemptions['redeem'];
  let giveBack: Redemptions['giveBack'];
  beforeAll(
    async () => void ({ service, machine, token, purchase, redeem, giveBack } = await openRedemptions()),
  );
  afterAll(() => service.drop());
  afterEach(() => expect(service.errors).toEqual([]));

  it('redeems points, rewards and benefits once', async () => {
    const before = (await pointsOf(service.db, mara)).balance;
    const points = await redeem('Points', { points: 300 }, { by: token });
    expect(points.body.data).toMatchObject({
      type: 'point',
      total: '300',
      total_localised: '300 points',
      items: [{ type: 'point', value: 300, count: 1 }],
    });
    expect(await pointsOf(service.db, mara)).toMatchObject({ balance: before - 300, lots: before - 300 });
    expect((await redeem('Points', { points: 10_000_000 })).body.errors.points).toBeDefined();

    const { reward } = await incentivesOf(service.db, mara);
    expect((await redeem('Reward', { reward_id: reward }, { by: token })).body.data).toMatchObject({
      type: 'reward',
      items: [{ type_attributes: { id: reward, redeemed_at: expect.any(String) } }],
    });
    expect((await redeem('Reward', { reward_id: reward })).body.errors.reward_id).toEqual([
      'This reward has been redeemed.',
    ]);
  });

  it('takes money of a credit in its currency, and in no other one', async () => {
    const token = machine;
    const currency = await service.call(on.addCurrency, {
      token,
      body: { code: 'GBP', name: 'Pound', decimals: 2 },
    });
    for (const [code, other, more] of [
      ['EUR', 'USD', {}],
      ['GBP', 'EUR', { currency_id: currency.body.data.id }],
    ] as const) {
      const definition = await definitionOf(service.db, 'credit', { value: 25, ...more });
      const { body } = await service.call(on.addCredit, {
        token,
        body: { profile_id: mara, credit_definition_id: definition },
      });
      const credit_id = body.data.id;
      const refused = await redeem('Credit', { credit_id, value: '5.00', currency: other });
      expect([refused.status, refused.body.errors]).toEqual([
        422,
        { currency: [expect.stringContaining(`The credit is in ${code}`)] },
      ]);
      const redeemed = await redeem('Credit', { credit_id, value: '5.00', currency: code });
      expect([redeemed.status, redeemed.body.data.total]).toEqual([200, '5.00']);
      const [item] = redeemed.body.data.items;
      const back = (named: string) =>
        giveBack('Return', redeemed.body.data.id, {
          items: [{ id: item.id, value: '1.00', currency: named }],
        });
      expect((await back(other)).body.errors).toEqual({
        'items.0.currency': [`The redemption is in ${code}.`],
      });
      expect((await back(code)).body.data.total).toBe('-1.00');
    }
  });

  it('uses a benefit neither before its release nor after its end', async () => {
    const { benefit } = await incentivesOf(service.db, mara);
    const use = async (dates: { released_at?: Date | null; expires_at?: Date | null }) => {
      await service.db.updateTable('benefits').set(dates).where('id', '=', benefit).execute();
      return (await redeem('Benefit', { benefit_id: benefit }, { by: token })).body;
    };
    const [past, future] = [-60_000, 60_000].map((ms) => new Date(Date.now() + ms)) as [Date, Date];
    const refusals = [
      await use({ released_at: future, expires_at: null }),
      await use({ released_at: null, expires_at: past }),
    ];
    expect(refusals.map(({ errors }) => errors.benefit_id)).toEqual([
      ['This benefit cannot be used yet.'],
      ['This benefit has expired.'],
    ]);
    expect((await use({ released_at: past, expires_at: future })).data).toMatchObject({ type: 'benefit' });
  });

  it('answers 404 for an instance of another profile', async () => {
    const theirs = await incentivesOf(service.db, tomas);
    for (const [type, body] of [
      ['Reward', { reward_id: theirs.reward }],
      ['Benefit', { benefit_id: theirs.benefit }],
      ['Credit', { credit_id: theirs.credit }],
    ] as const) {
      const answer = await redeem(type, body, { by: token });
      const nobody = await redeem(type, { [Object.keys(body)[0] ?? '']: 999_999 }, { by: token });
      expect(answer).toMatchObject({ status: 422, text: nobody.text });
    }
    expect((await giveBack('Return', theirs.redemption)).status).toBe(404);
  });

  it('answers 422 for a purchase of another profile, and to a customer for a missing one', async () => {
    await purchase({
      external_id: 't-of-tomas',
      profile_id: tomas,
      total: 1,
      transacted_at: '2026-05-01T10:00:00.000000Z',
    });
    for (const by of [machine, token]) {
      expect(
        await redeem('Points', { points: 1, transaction_external_id: 't-of-tomas' }, { by }),
      ).toMatchObject({
        status: 422,
        body: { errors: { transaction_external_id: ['There is no such transaction.'] } },
      });
    }
    expect(
      (await redeem('Points', { points: 1, transaction_external_id: 't-0' }, { by: token })).status,
    ).toBe(422);
    // A cash register can redeem before it sends the purchase.
    const early = await redeem('Points', { points: 1, transaction_external_id: 't-later' });
    expect(early.body.data).toMatchObject({ transaction_id: null, transaction: null });
    const later = { external_id: 't-later', profile_id: mara, receipt_ref: 'R-9', total: 12.5 };
    await purchase({ ...later, transacted_at: '2026-05-01T10:00:00.000000Z' });
    const path = { redemption: String(early.body.data.id) };
    expect((await service.call(on.readRedemption, { path, token: machine })).body.data).toMatchObject({
      transaction_id: expect.any(String),
      transaction: { external_id: 't-later', receipt_ref: 'R-9', total: 12.5 },
    });
    expect(await redeem('Points', { points: 1, location_id: 999_999 })).toMatchObject({ status: 422 });
  });

  it('ignores fields that customers may not write', async () => {
    const body = { points: 1, external_id: 'mine', meta: ['mine'], location_id: 999_999 };
    const { body: answer } = await redeem('Points', body, { by: token });
    expect(answer.data).toMatchObject({ meta: [], location_id: null });
  });

  it('answers 409 for an external id of another redemption', async () => {
    expect((await redeem('Points', { points: 1, external_id: 'e-1' })).status).toBe(200);
    expect((await redeem('Points', { points: 1, external_id: 'e-1' })).status).toBe(409);
  });

  it('are deleted with their profile, with all items and ledger entries', async () => {
    const gone = 'profile-1004';
    const one = await incentivesOf(service.db, gone);
    const by = { profile: gone };
    const { body } = await redeem('Credit', { credit_id: one.credit, value: '1' }, by);
    await redeem('Reward', { reward_id: one.reward }, by);
    await redeem('Benefit', { benefit_id: one.benefit }, by);
    await service.call(on.addProfileRedemptionReturn, {
      path: { profile: gone, redemption: String(body.data.id) },
      token: machine,
      body: {},
    });
    await service.call(on.addTierPoint, { token: machine, body: { profile_id: gone, value: 5 } });
    await service.db.deleteFrom('profiles').where('id', '=', gone).execute();
    for (const table of [
      'redemptions',
      'redemption_items',
      'credit_entries',
      'tier_point_entries',
    ] as const) {
      const left = await service.db.selectFrom(table).select('id').where('profile_id', '=', gone).execute();
      expect(left).toEqual([]);
    }
  });
});
