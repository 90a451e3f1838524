import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  addListItem,
  addProfileCustomEvent,
  addTenantCustomEvent,
  addTransaction,
  claimReward,
  readTransaction,
  removeListItem,
  triggerTransactionEvent,
} from '../../../../src/services/contract/endpoints/index.ts';
import { publish } from '../../../../demo/service/events/publish.ts';
import { mara, openDeliveries, type Deliveries } from './deliveries.ts';
import { runDueJobs, type Receiver } from '../../../support/service-jobs.ts';
import type { OpenService } from '../../../support/service-open.ts';
import { purchase } from '../../../support/service-purchases.ts';

describe('deliveries', () => {
  let close: Deliveries['close'];
  let service: OpenService;
  let receiver: Receiver;
  let token: string;
  let hook: Deliveries['hook'];
  let visit: Deliveries['visit'];
  let paths: Deliveries['paths'];
  beforeEach(
    async () => void ({ service, receiver, token, hook, visit, paths, close } = await openDeliveries()),
  );
  afterEach(() => close());

  it('go to the webhooks of the trigger only, at the exact address', async () => {
    await hook('/a?b=c');
    await hook('/second');
    await hook('/other', { trigger: 'left' });
    await visit();
    await runDueJobs(service);
    expect(paths().sort()).toEqual(['/a?b=c', '/second']);
    expect(service.errors).toEqual([]);
  });

  it('are not sent to a webhook that is switched off', async () => {
    await hook('/off', { is_active: false });
    await visit();
    await runDueJobs(service);
    expect(paths()).toEqual([]);
  });

  it('contain a transaction whose event is triggered, and do not change it', async () => {
    const added = await service.call(addTransaction, { token, body: purchase({ profile_id: mara }) });
    const { id } = added.body.data;
    const read = async () => (await service.call(readTransaction, { token, path: { transaction: id } })).text;
    const before = await read();
    await hook('/triggered', { trigger: 'transaction.triggered' });
    const path = { transaction: id };
    expect((await service.call(triggerTransactionEvent, { token, path })).status).toBe(202);
    await runDueJobs(service);
    expect(receiver.received).toHaveLength(1);
    expect(receiver.received[0]?.message).toMatchObject({ type: 'transaction.triggered', data: { id } });
    expect(await read()).toBe(before);
    const customer = await service.tokenOf('1002');
    expect((await service.call(triggerTransactionEvent, { token: customer, path })).status).toBe(403);
  });

  it('contain the profile of a custom event, and none for the tenant', async () => {
    await hook('/');
    const published = await visit({ page: 'sale' });
    expect(published.body.data).toMatchObject({ profile_id: mara, name: 'visited', data: { page: 'sale' } });
    const tenant = await service.call(addTenantCustomEvent, { token, body: { name: 'visited' } });
    expect(tenant.body.data.profile_id).toBe(null);
    await runDueJobs(service);
    const messages = receiver.received.map(({ message }) => message);
    expect(messages).toHaveLength(2);
    const one = messages.find(({ data }) => data.profile_id !== null);
    const two = messages.find(({ data }) => data.profile_id === null);
    expect(one).toMatchObject({
      type: 'visited',
      namespace: 'shop',
      data: { profile_id: mara, name: 'visited', data: { page: 'sale' } },
      extra: null,
    });
    expect(two.data.data).toEqual({});
  });

  it('a customer publishes events only for the own profile, and none with a name of the service', async () => {
    const customer = await service.tokenOf('1002');
    const raiseAs = (profile: string, name: string) =>
      service.call(addProfileCustomEvent, { token: customer, path: { profile }, body: { name } });
    expect((await raiseAs(mara, 'visited')).status).toBe(200);
    expect((await raiseAs('profile-1003', 'visited')).status).toBe(404);
    expect(
      (await service.call(addTenantCustomEvent, { token: customer, body: { name: 'visited' } })).status,
    ).toBe(403);
    expect(await raiseAs(mara, 'reward.claimed')).toMatchObject({
      status: 422,
      body: { errors: { name: ['Only the service itself publishes events of this name.'] } },
    });
  });

  it('do not contain events of customers, unless a webhook asks for them; they name the origin', async () => {
    await hook('/shop');
    await hook('/asked', { condition: ['origin in customer, staff'] });
    await hook('/not-asked', { condition: ['data.data.total gte 1'] });
    const customer = await service.tokenOf('1002');
    const raise = (by: string) =>
      service.call(addProfileCustomEvent, {
        token: by,
        path: { profile: mara },
        body: { name: 'visited', data: { total: 9, namespace: 'custom', origin: 'staff' } },
      });
    await raise(customer);
    await runDueJobs(service);
    expect(receiver.received.map(({ path, message }) => [path, message])).toEqual([
      [
        '/asked',
        expect.objectContaining({ namespace: 'shop', event_namespace: 'customer', origin: 'customer' }),
      ],
    ]);
    await raise(token);
    await runDueJobs(service);
    expect(paths().sort()).toEqual(['/asked', '/asked', '/not-asked', '/shop']);
    expect(receiver.received.at(-1)?.message).toMatchObject({ event_namespace: 'custom', origin: 'staff' });
  });

  it('contain a claimed reward and list items, once each, as in the reply', async () => {
    for (const trigger of ['reward.claimed', 'list-item.added', 'list-item.removed']) {
      await hook(`/${trigger}`, { trigger });
    }
    const customer = await service.tokenOf('1002');
    const claimed = await service.call(claimReward, {
      token: customer,
      path: { profileId: mara },
      body: { reward_definition_id: 2 },
    });
    const path = { profile: mara, list: 'wishlist' };
    const add = () => service.call(addListItem, { token: customer, path, body: { product_id: 'hp-1004' } });
    const { id } = (await add()).body.data;
    await add();
    await service.call(removeListItem, { token: customer, path: { ...path, item: String(id) } });
    await runDueJobs(service);
    expect(paths().sort()).toEqual(['/list-item.added', '/list-item.removed', '/reward.claimed']);
    const reward = receiver.received.find((one) => one.path === '/reward.claimed')?.message;
    expect(reward.data).toMatchObject({ profile_id: mara, code: claimed.body.data.code });
  });

  it('are not created when the transaction is rolled back', async () => {
    await hook('/');
    await expect(
      service.db.transaction().execute(async (work) => {
        await publish(work, { trigger: 'visited', namespace: 'custom', profileId: mara, payload: {} });
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    await runDueJobs(service);
    expect(paths()).toEqual([]);
  });

  it('are created if every condition is true, with the filled template', async () => {
    await hook('/holds', {
      condition: [
        'data.data.total gte 100',
        'data.data.country in NL, BE',
        'data.data.gift',
        'namespace eq custom',
      ],
      extra_data_template:
        '{"total": "{{ data.data.total }}", "text": "for {{data.data.name}} in {{data.data.country}}"}',
    });
    await hook('/not', { condition: ['data.data.total lt 100'] });
    await hook('/empty', { condition: ['data.data.voucher nullable 0'] });
    await visit({ total: 150, country: 'BE', gift: true, name: '"}, "admin": {"x": "' });
    await runDueJobs(service);
    expect(paths()).toEqual(['/holds']);
    expect(receiver.received[0]?.message.extra).toEqual({
      total: 150,
      text: 'for "}, "admin": {"x": " in BE',
    });
  });
});
