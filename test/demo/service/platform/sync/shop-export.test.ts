import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sign } from '../../../../../demo/service/events/signature.ts';
import { signingKeys } from '../../../../../demo/service/events/signing-keys.ts';
import * as on from '../../../../../src/services/contract/endpoints/index.ts';
import { runDueJobs } from '../../../../support/service-jobs.ts';
import { openService, type OpenService } from '../../../../support/service-open.ts';

// The synchronisation of docs/guides/sync.md with its example: a shop platform that exports files and sends webhooks.

describe('synchronisation with a shop platform', () => {
  let service: OpenService;
  let token: string;
  let directory: string;
  let number = 0;

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'sync-'));
    service = await openService({ syncDirectory: directory });
    token = await service.machineToken();
  });
  afterAll(async () => {
    await service?.drop();
    await rm(directory, { recursive: true, force: true });
  });

  const sync = (body: object = {}) => service.call(on.syncProfiles, { body, token });
  const customer = (id: string, more: object = {}) => ({
    id,
    email: `${id}-${number}@example.com`,
    first_name: 'Ida',
    updated_at: '2026-05-01T10:00:00Z',
    ...more,
  });
  const order = (id: string, customer_id: string, more: object = {}) => ({
    id,
    customer_id,
    status: 'placed',
    currency: 'EUR',
    updated_at: '2026-05-02T10:00:00Z',
    lines: [{ sku: 'L1', name: 'Lamp', quantity: 2, price: '10.00' }],
    ...more,
  });

  /** Connects a shop platform with a folder of its own. `more` are further fields of the connection. */
  async function connected(more: object = {}) {
    const handle = `shop-${++number}`;
    const definition = await service.call(on.addConnectionDefinition, {
      body: { name: handle, type: 'shop-export', settings: ['folder'] },
      token,
    });
    const connection = await service.call(on.addConnection, {
      body: {
        name: handle,
        handle,
        connection_definition_id: definition.body.data.id,
        settings: { folder: handle },
        ...more,
      },
      token,
    });
    expect(connection.status, connection.text).toBe(200);
    return { handle, id: connection.body.data.id as number };
  }
  async function exported(handle: string, customers: readonly object[], orders: readonly object[] = []) {
    const lines = (records: readonly object[]) => records.map((one) => `${JSON.stringify(one)}\n`).join('');
    await mkdir(path.join(directory, handle), { recursive: true });
    await writeFile(path.join(directory, handle, 'customers.ndjson'), lines(customers));
    await writeFile(path.join(directory, handle, 'orders.ndjson'), lines(orders));
  }
  const off = (id: number) =>
    service.call(on.editConnection, {
      path: { connectionId: String(id) },
      body: { is_active: false },
      token,
    });
  const profileOf = async (handle: string, id: string) => {
    const { body } = await service.call(on.profiles, {
      query: `?filter[external_id]=${handle}:${id}`,
      token,
    });
    return body.data as { id: string; first_name: string }[];
  };
  const jobs = async (load: string) =>
    (await service.call(on.importJobs, { query: `?filter[load]=${load}`, token })).body.data;
  const ordersOf = async (profile: string) =>
    (await service.call(on.profileOrders, { path: { profile }, token })).body.data;

  describe('not configured', () => {
    it('given no connection, when profiles are synchronised, then 409 says what to configure, and no profile is marked as synced', async () => {
      const answer = await sync();
      expect(answer.status).toBe(409);
      expect(answer.body.message).toMatch(/connection definition of the type shop-export/);
      const profile = 'profile-1002';
      const connections = await service.call(on.profileConnections, { path: { profileId: profile }, token });
      expect(connections.text).not.toContain('synced"');
    });

    it('given a connection without its folder, when it is added, then 422 says what the setting has to be', async () => {
      const definition = await service.call(on.addConnectionDefinition, {
        body: { name: 'Unset', type: 'shop-export', settings: ['folder'] },
        token,
      });
      for (const settings of [{}, { folder: '../../etc' }, { folder: 'shop', secret: 'x' }]) {
        const { status, body } = await service.call(on.addConnection, {
          body: { name: 'Unset', connection_definition_id: definition.body.data.id, settings },
          token,
        });
        expect(status).toBe(422);
        expect(body.errors.settings[0]).toMatch(/folder/);
      }
    });

    it('given a folder without files, when profiles are synchronised, then 409 names the file', async () => {
      const { id, handle } = await connected();
      const answer = await sync();
      expect(answer).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('customers.ndjson') },
      });
      expect(answer.body.message).toContain(handle);
      await off(id);
    });

    it('given a file with an invalid line, when profiles are synchronised, then 409 names the line, and nothing is imported', async () => {
      const { id, handle } = await connected();
      await exported(handle, [customer('a'), { id: 'b' }]);
      expect(await sync()).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('line 2') },
      });
      expect(await profileOf(handle, 'a')).toEqual([]);
      await off(id);
    });
  });

  it('given customers with orders, when they are synchronised twice, then the second time changes only the time of synchronisation', async () => {
    const { id, handle } = await connected();
    await exported(handle, [customer('c1'), customer('c2')], [order('o1', 'c1')]);
    const first = await sync();
    expect(first).toMatchObject({ status: 202, body: { data: { status: 'accepted' } } });
    await runDueJobs(service);
    expect(await jobs(first.body.data.id)).toMatchObject([
      { status: 'done', done: 3, changed: 0, failures: [] },
    ]);
    const [profile] = await profileOf(handle, 'c1');
    const connections = await service.call(on.profileConnections, {
      path: { profileId: profile?.id ?? '' },
      token,
    });
    expect(connections.body.data).toMatchObject([
      { connection_id: id, external_id: 'c1', status: 'synced', synced_at: expect.any(String) },
    ]);
    const written = async () => {
      const { rows } = await sql`
        select (select count(*) from events) as events, (select count(*) from audits) as audits,
          (select max(updated_at) from profiles) as profiles,
          (select max(updated_at) from records where resource = 'order') as orders`.execute(service.db);
      return rows;
    };
    const before = await written();
    const second = await sync();
    await runDueJobs(service);
    const [job] = await jobs(second.body.data.id);
    expect(job).toMatchObject({ done: 3, changed: 0, unchanged: 3, failures: [] });
    expect(await written()).toEqual([{ ...Object(before[0]), audits: Object(before[0]).audits + 1 }]);
    const after = await service.call(on.profileConnections, {
      path: { profileId: profile?.id ?? '' },
      token,
    });
    const [synced, again] = [connections, after].map(({ body }) => Date.parse(body.data[0].synced_at));
    expect(again).toBeGreaterThan(synced ?? NaN);
    expect(await profileOf(handle, 'c1')).toHaveLength(1);
    expect(await ordersOf(profile?.id ?? '')).toMatchObject([{ external_id: `${handle}:o1`, total: 20 }]);
    await off(id);
  });

  it('given an older export, when it is read after a newer one, then the newer records stay', async () => {
    const { id, handle } = await connected();
    await exported(handle, [customer('c1', { first_name: 'New', updated_at: '2026-06-01T00:00:00Z' })]);
    const first = await sync();
    await runDueJobs(service);
    expect(await jobs(first.body.data.id)).toMatchObject([{ done: 1, failures: [] }]);
    await exported(handle, [customer('c1', { first_name: 'Old', updated_at: '2026-01-01T00:00:00Z' })]);
    await sync();
    await runDueJobs(service);
    expect(await profileOf(handle, 'c1')).toMatchObject([{ first_name: 'New' }]);
    await off(id);
  });

  it('given a profile with the same e-mail address, when customers are synchronised, then that profile is used', async () => {
    const { id, handle } = await connected();
    const email = 'known@example.com';
    const known = await service.call(on.addProfile, { body: { email, first_name: 'Eva' }, token });
    await exported(handle, [customer('k1', { email, first_name: 'Eve' })], [order('k-o1', 'k1')]);
    await sync();
    await runDueJobs(service);
    const profile = known.body.data.id as string;
    expect(await ordersOf(profile)).toMatchObject([{ external_id: `${handle}:k-o1` }]);
    const { body } = await service.call(on.readProfile, { path: { profile }, token });
    expect(body.data).toMatchObject({ first_name: 'Eve', external_id: null });
    await off(id);
  });

  it('given two customers, when one profile is synchronised, then the other one is unchanged', async () => {
    const { id, handle } = await connected();
    await exported(handle, [customer('c1'), customer('c2')]);
    await sync();
    await runDueJobs(service);
    const renamed = { first_name: 'Una', updated_at: '2026-07-01T00:00:00Z' };
    await exported(handle, [customer('c1', renamed), customer('c2', renamed)]);
    const [one] = await profileOf(handle, 'c1');
    expect((await sync({ profiles: ['profile-1002'] })).status).toBe(422);
    expect((await sync({ profiles: [one?.id] })).status).toBe(202);
    await runDueJobs(service);
    expect(await profileOf(handle, 'c1')).toMatchObject([{ first_name: 'Una' }]);
    expect(await profileOf(handle, 'c2')).toMatchObject([{ first_name: 'Ida' }]);
    const [two] = await profileOf(handle, 'c2');
    await service.call(on.resyncProfile, { path: { profile: two?.id ?? '' }, token });
    await runDueJobs(service);
    expect(await profileOf(handle, 'c2')).toMatchObject([{ first_name: 'Una' }]);
    await off(id);
  });

  describe('by webhooks', () => {
    async function deliver(handle: string, message: object, id: string) {
      const [key = ''] = await signingKeys(service.db, `extension:${handle}`);
      const text = JSON.stringify(message);
      const timestamp = Math.floor(Date.now() / 1_000);
      const headers = { ...sign([key], id, timestamp, text) };
      return service.call(on.receiveExtensionWebhook, { path: { extension: handle }, body: text, headers });
    }

    it('given a signed message, when it is delivered twice, then the customer exists once and one job ran', async () => {
      const { id, handle } = await connected();
      const message = { type: 'customer.created', data: customer('w1') };
      expect((await deliver(handle, message, 'm1')).status).toBe(202);
      expect((await deliver(handle, message, 'm1')).status).toBe(202);
      await runDueJobs(service);
      expect(await profileOf(handle, 'w1')).toHaveLength(1);
      expect(await jobs(`message-${handle}-m1`)).toMatchObject([{ done: 1, failures: [] }]);
      await off(id);
    });

    it('given messages out of order, then an order has its newest state', async () => {
      const { id, handle } = await connected();
      const late = { status: 'placed', updated_at: '2026-05-09T00:00:00Z' };
      await deliver(handle, { type: 'order.updated', data: order('o2', 'w2', late) }, 'm3');
      await runDueJobs(service);
      expect(await jobs(`message-${handle}-m3`)).toMatchObject([{ done: 0, failed: 1 }]);
      await deliver(handle, { type: 'customer.created', data: customer('w2') }, 'm2');
      await runDueJobs(service);
      const early = { status: 'open', updated_at: '2026-05-08T00:00:00Z' };
      await deliver(handle, { type: 'order.created', data: order('o2', 'w2', early) }, 'm4');
      await runDueJobs(service);
      const [profile] = await profileOf(handle, 'w2');
      expect(await ordersOf(profile?.id ?? '')).toMatchObject([{ status: 'placed' }]);
      await off(id);
    });

    it('given a connection that is switched off, when a message arrives, then nothing is imported', async () => {
      const { id, handle } = await connected();
      await off(id);
      await deliver(handle, { type: 'customer.created', data: customer('w3') }, 'm5');
      await runDueJobs(service);
      expect(await profileOf(handle, 'w3')).toEqual([]);
    });
  });
});
