import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { orderShape } from '../../../../src/services/contract/commerce/orders.ts';
import { runDueJobs } from '../../../support/service-jobs.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';
import { purchase } from '../../../support/service-purchases.ts';

const mara = 'profile-1002';
const items = [
  { product_id: 'hp-1001', name: 'Candle', quantity: 3, price: '0.10' },
  { name: 'Bowl', quantity: 1, price: '40.00' },
];

describe('orders', () => {
  let service: OpenService;
  let token: string;
  const add = async (body: object) => (await service.call(on.addOrder, { token, body })).body.data;
  const read = async (order: number) =>
    (await service.call(on.readOrder, { token, path: { order: String(order) } })).body.data;

  beforeAll(async () => {
    service = await openService();
    token = await service.machineToken();
  });
  afterAll(() => service.drop());

  it('are added with their lines, changed and deleted; not with purchases that name them', async () => {
    const order = await add({ profile_id: mara, currency: 'EUR', items });
    expect(v.safeParse(orderShape.sent, order).issues).toBeUndefined();
    expect(order).toMatchObject({ status: 'open', total: 40.3, transactions: [] });
    expect(order.items).toMatchObject([{ name: 'Candle', total: 0.3, order_id: order.id }, { total: 40 }]);
    const path = { order: String(order.id) };
    const body = { status: 'placed', items: [items[1]] };
    const edited = await service.call(on.editOrder, { token, path, body });
    expect(edited.body.data).toMatchObject({ status: 'placed', total: 40, currency: 'EUR' });
    expect(await read(order.id)).toEqual(edited.body.data);
    const bought = await service.call(on.addTransaction, { token, body: purchase({ order_id: order.id }) });
    const refused = await service.call(on.deleteOrder, { token, path });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This order is in use by other records: transaction (1).',
    ]);
    const transaction = { transaction: bought.body.data.id };
    expect((await service.call(on.readTransaction, { token, path: transaction })).text).toBe(bought.text);
    const other = await add({ profile_id: mara, currency: 'EUR', items });
    const of = { order: String(other.id) };
    expect((await service.call(on.deleteOrder, { token, path: of })).status).toBe(204);
    expect((await service.call(on.readOrder, { token, path: of })).status).toBe(404);
    const left = await service.call(on.orderItems, { token, query: `?filter[order_id]=${other.id}` });
    expect(left.body.data).toEqual([]);
  });

  it('lead to none, one or three purchases; adding an order creates none', async () => {
    const order = await add({ profile_id: mara, items });
    const count = async () =>
      (await service.call(on.transactions, { token, query: `?filter[order_id]=${order.id}` })).body.meta
        .total;
    expect(await count()).toBe(0);
    const ids: string[] = [];
    for (const wanted of [1, 2, 3]) {
      const body = purchase({ order_id: order.id });
      const answer = await service.call(on.addTransaction, { token, body });
      expect(answer.body.data).toMatchObject({ order_id: order.id, profile_id: mara });
      ids.push(answer.body.data.id);
      expect((await read(order.id)).transactions).toEqual(ids);
      expect(await count()).toBe(wanted);
    }
    const other = { order_id: order.id, profile_id: 'profile-1003' };
    expect((await service.call(on.addTransaction, { token, body: purchase(other) })).status).toBe(422);
  });

  it('update their total when a line is added, changed or deleted', async () => {
    const order = await add({ items });
    const body = { order_id: order.id, name: 'Vase', quantity: 2, price: '10.05' };
    const line = (await service.call(on.addOrderItem, { token, body })).body.data;
    expect(line).toMatchObject({ order_id: order.id, total: 20.1 });
    expect((await read(order.id)).total).toBe(60.4);
    const path = { orderitem: String(line.id) };
    const edited = await service.call(on.editOrderItem, { token, path, body: { quantity: 1 } });
    expect(edited.body.data.total).toBe(10.05);
    expect((await read(order.id)).total).toBe(50.35);
    expect((await service.call(on.readOrderItem, { token, path })).body).toEqual(edited.body);
    expect((await service.call(on.deleteOrderItem, { token, path })).status).toBe(204);
    expect((await read(order.id)).total).toBe(40.3);
    expect((await read(order.id)).items).toHaveLength(2);
    const nowhere = { ...body, order_id: 999_999 };
    expect((await service.call(on.addOrderItem, { token, body: nowhere })).status).toBe(422);
  });

  it('answer 409 for an external id that another order has', async () => {
    await add({ external_id: 'web-1' });
    expect((await service.call(on.addOrder, { token, body: { external_id: 'web-1' } })).status).toBe(409);
  });

  it('in a queue are added, or change the one with their external id; invalid ones are left out', async () => {
    const queue = async (body: object[], endpoint: on.Endpoint = on.queueOrders) => {
      const answer = await service.call(endpoint, { token, body });
      await runDueJobs(service);
      return answer;
    };
    const found = async (id: string) =>
      (await service.call(on.orders, { token, query: `?filter[external_id]=${id}` })).body.data;
    expect(await queue([{ external_id: 'q-1', items }, { status: 'lost' }])).toMatchObject({
      status: 202,
      body: { data: { status: 'accepted' } },
    });
    expect(await found('q-1')).toMatchObject([{ total: 40.3 }]);
    await queue([{ external_id: 'q-1', status: 'placed' }]);
    expect(await found('q-1')).toMatchObject([{ status: 'placed', total: 40.3 }]);
    await queue([{ external_id: 'q-1', status: 'cancelled' }, { external_id: 'q-2' }], on.queueOrderCreation);
    expect(await found('q-1')).toMatchObject([{ status: 'placed' }]);
    expect(await found('q-2')).toHaveLength(1);
  });

  it('publish their event again on request; an unknown order answers 404', async () => {
    const { id } = await add({ items });
    const resend = (order: string) => service.call(on.resendOrder, { token, path: { id: order } });
    expect((await resend(String(id))).status).toBe(202);
    expect((await resend('999999')).status).toBe(404);
  });

  describe('of a customer', () => {
    let customer: string;
    const path = { profile: mara };
    beforeAll(async () => {
      customer = await service.tokenOf('1002');
    });

    it('belong to the customer, whatever the body says, and show no fields for staff', async () => {
      const body = { profile_id: 'profile-1003', items: [{ ...items[0], meta: ['x'] }], meta: ['x'] };
      const answer = await service.call(on.addProfileOrder, { token: customer, path, body });
      expect(answer.body.data).toMatchObject({ profile_id: mara, total: 0.3, status: 'open' });
      expect(answer.text).not.toContain('meta');
      const own = { ...path, order: String(answer.body.data.id) };
      const edit = (sent: object) =>
        service.call(on.editProfileOrder, { token: customer, path: own, body: sent });
      expect((await edit({ status: 'placed', profile_id: 'profile-1003' })).body.data).toMatchObject({
        status: 'placed',
        profile_id: mara,
      });
      expect((await edit({ status: 'fulfilled' })).status).toBe(403);
      const staff = await service.call(on.editProfileOrder, {
        token,
        path: own,
        body: { profile_id: 'profile-1003', status: 'fulfilled' },
      });
      expect(staff.body.data).toMatchObject({ profile_id: mara, status: 'fulfilled' });
      // A customer cannot delete a fulfilled order.
      expect((await service.call(on.deleteProfileOrder, { token: customer, path: own })).status).toBe(409);
      expect((await service.call(on.deleteProfileOrder, { token, path: own })).status).toBe(204);
      expect((await service.call(on.readProfileOrder, { token: customer, path: own })).status).toBe(404);
    });

    it('are counted in groups', async () => {
      const jonas = { profile: 'profile-1004' };
      const theirs = await service.tokenOf('1004');
      for (const status of ['open', 'open', 'cancelled']) {
        await service.call(on.addProfileOrder, { token: theirs, path: jonas, body: { status, items } });
      }
      const groups = (query = '') =>
        service.call(on.groupProfileOrders, { token: theirs, path: jonas, query });
      expect((await groups()).body.data).toEqual([
        { key: 'cancelled', currency: null, count: 1, total: '40.3' },
        { key: 'open', currency: null, count: 2, total: '80.6' },
      ]);
      expect((await groups('?filter[status]=open&group_by=month')).body.data).toMatchObject([{ count: 2 }]);
      expect((await groups('?group_by=meta')).status).toBe(422);
      expect((await groups('?group_by=constructor')).status).toBe(422);
    });
  });
});
