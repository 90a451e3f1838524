import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import type { Endpoint } from '../../../../src/services/contract/endpoints/index.ts';
import { definitionOf } from '../../../support/service-incentive-records.ts';
import { openService, type OpenService, type Sent } from '../../../support/service-open.ts';
import { purchase } from '../../../support/service-purchases.ts';

const jonas = 'profile-1004';
const path = { profile: jonas };

describe('filters by computed fields', () => {
  let service: OpenService;
  let token: string;
  let order: number;
  let other: number;
  let transaction: string;
  const add = async (endpoint: Endpoint, body: unknown, sent: Sent = {}) =>
    (await service.call(endpoint, { token, body, ...sent })).body.data;
  const ids = async (endpoint: Endpoint, query: string, sent: Sent = {}) =>
    (await service.call(endpoint, { token, query: `?${query}`, ...sent })).body.data.map(
      ({ id }: { id: unknown }) => id,
    );

  beforeAll(async () => {
    service = await openService();
    token = await service.machineToken();
    const items = [{ product_id: 'hp-1001', sku: 'LAMP-L', name: 'Lamp', quantity: 2, price: '10.00' }];
    order = (await add(on.addOrder, { profile_id: jonas, items, currency: 'EUR' })).id;
    other = (await add(on.addOrder, { profile_id: jonas, status: 'placed', currency: 'SEK' })).id;
    transaction = (await add(on.addTransaction, purchase({ profile_id: jonas, order_id: order }))).id;
  });
  afterAll(() => service.drop());
  afterEach(() => expect(service.errors).toEqual([]));

  it('finds orders by their lines and by their purchases', async () => {
    for (const query of [
      'filter[items]=hp-1001',
      'filter[items]=LAMP-L',
      `filter[transactions]=${transaction}`,
    ])
      expect(await ids(on.orders, query), query).toEqual([order]);
    for (const query of ['filter[items][nullable]=1', 'filter[transactions][nullable]=1'])
      expect(await ids(on.profileOrders, query, { path }), query).toEqual([other]);
    expect(await ids(on.orders, 'filter[items]=Lamp')).toEqual([]);
  });

  it('finds purchases by their products', async () => {
    for (const query of ['filter[items]=BOWL-S', 'filter[items][in]=nothing,hp-1001'])
      expect(await ids(on.findProfileTransactions, query, { path }), query).toEqual([transaction]);
    expect(await ids(on.findProfileTransactions, 'filter[items]=LAMP-L', { path })).toEqual([]);
  });

  it('groups count only the records that the filters select', async () => {
    const orders = async (query: string) =>
      (await service.call(on.groupProfileOrders, { token, path, query: `?${query}` })).body.data;
    expect(await orders('filter[items]=hp-1001')).toEqual([
      { key: 'open', currency: 'EUR', count: 1, total: '20' },
    ]);
    expect(await orders('filter[transactions][nullable]=1')).toMatchObject([{ key: 'placed', count: 1 }]);
    expect(await orders('sort=-key')).toMatchObject([{ key: 'placed' }, { key: 'open' }]);
    expect(await orders('sort=-total&group_by=currency')).toMatchObject([{ key: 'EUR' }, { key: 'SEK' }]);
    const purchases = await service.call(on.groupProfileTransactions, {
      token,
      path,
      query: '?filter[items]=hp-1001&group_by=order_id',
    });
    expect(purchases.body.data).toMatchObject([{ key: String(order), count: 1 }]);
    const faulty = { token, path, query: '?sort=colour' };
    expect((await service.call(on.groupProfileOrders, faulty)).status).toBe(422);
  });

  it('groups of redemptions and of benefit definitions accept filters too', async () => {
    await add(on.redeemProfilePoints, { points: 3 }, { path });
    await add(on.redeemProfilePoints, { points: 4 }, { path });
    const group = async (query: string) =>
      (await service.call(on.groupRedemptions, { token, path: { attribute: 'profile_id' }, query })).body;
    expect((await group(`?filter[profile_id]=${jonas}`)).data).toEqual([
      { key: jonas, currency: null, unit: 'points', count: 2, total: '7' },
    ]);
    expect((await group('?filter[type]=credit')).data).toEqual([]);
    expect((await group('?filter[colour]=red')).errors).toBeDefined();
    await definitionOf(service.db, 'benefit', { campaign: 'winter', uses: 3 });
    await definitionOf(service.db, 'benefit', { campaign: 'winter', uses: 4 });
    const campaigns = await service.call(on.groupBenefitDefinitions, { token, query: '?filter[uses]=3' });
    expect(campaigns.body.data).toEqual([{ key: 'winter', count: 1 }]);
  });

  it('finds redemptions by the receipt of a purchase that was added later', async () => {
    const sent = { points: 5, transaction_external_id: 'later-1' };
    const { id } = await add(on.redeemProfilePoints, sent, { path });
    const found = (query: string) => ids(on.profileRedemptions, query, { path });
    expect(await found('filter[transaction_receipt_ref]=R-LATER')).toEqual([]);
    const { id: unattached } = await add(
      on.addTransaction,
      purchase({ external_id: 'later-1', receipt_ref: 'R-LATER', profile_id: jonas }),
    );
    expect(await found('filter[transaction_receipt_ref]=R-LATER')).toEqual([id]);
    expect(await found('filter[transaction_receipt_ref][nullable]=0')).toEqual([id]);
    expect(await ids(on.redemptions, 'filter[transaction_receipt_ref][in]=R-LATER,x')).toEqual([id]);
    const [group] = (
      await service.call(on.groupRedemptions, {
        token,
        path: { attribute: 'transaction_receipt_ref' },
        query: '?filter[transaction_receipt_ref]=R-LATER',
      })
    ).body.data;
    expect(group).toMatchObject({ key: 'R-LATER', count: 1 });
    // Without the purchase, or with one of another profile, the redemption shows no receipt and is not found by it.
    await service.call(on.unattachProfileTransaction, {
      token,
      path: { ...path, transaction: String(unattached) },
    });
    expect(await found('filter[transaction_receipt_ref]=R-LATER')).toEqual([]);
  });

  it('finds definitions, locked credits, trigger actions and full names', async () => {
    const currency = await add(on.addCurrency, { name: 'Krone', code: 'DKK', decimals: 2 });
    const definition = await add(on.addCreditDefinition, {
      name: 'Krone card',
      handle: 'krone-card',
      value: 5,
      currency_id: currency.id,
    });
    expect(await ids(on.creditDefinitions, 'filter[currency]=DKK')).toEqual([definition.id]);
    const made = (lock: object) =>
      add(on.addCredit, { profile_id: jonas, credit_definition_id: definition.id, locked: true, ...lock });
    const locked = await made({});
    const open = await made({ lock_expires_at: '2020-01-01T00:00:00Z' });
    expect(await ids(on.profileCredits, 'filter[locked]=1', { path })).toEqual([locked.id]);
    expect(await ids(on.profileCredits, 'filter[locked]=0', { path })).toEqual([open.id]);
    const trigger = await add(on.addTrigger, { name: 'T', handle: 't-1', event: 'x.y' });
    const of = { path: { triggerId: String(trigger.id) } };
    const action = await add(on.addTriggerAction, { type: 'add-tag', settings: { tag: 'a' } }, of);
    expect(await ids(on.triggerActions, `filter[trigger_id]=${trigger.id}`, of)).toEqual([action.id]);
    expect(await ids(on.profiles, 'filter[full_name]=Mara Lindqvist')).toEqual(['profile-1002']);
  });

  it('redemptions of points are counted by the definition of the points', async () => {
    const definition = await definitionOf(service.db, 'point', { value: 10 });
    const counted = async (id: number) =>
      (
        await service.call(on.countProfileRedemptions, {
          token,
          path: { ...path, type: 'point', id: String(id) },
        })
      ).body.data.count;
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const give = { value: 30, point_definition_id: definition, expires_at: soon };
    await add(on.addProfilePoint, give, { path });
    expect(await counted(definition)).toBe(0);
    // These points expire first, so they are spent first; the last redemption takes others.
    const first = await add(on.redeemProfilePoints, { points: 10 }, { path });
    await add(on.redeemProfilePoints, { points: 20 }, { path });
    await add(on.redeemProfilePoints, { points: 1 }, { path });
    expect(await counted(definition)).toBe(2);
    await add(on.addProfileRedemptionReversal, {}, { path: { ...path, redemption: String(first.id) } });
    expect(await counted(definition)).toBe(1);
    // Points that were given back still have their definition.
    await add(on.redeemProfilePoints, { points: 10 }, { path });
    expect([await counted(definition), await counted(definition + 1_000)]).toEqual([2, 0]);
  });
});
