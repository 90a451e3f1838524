import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../../../demo/service/database/connect.ts';
import { createApp } from '../../../../demo/service/api/app.ts';
import { profileBalances } from '../../../../src/services/contract/endpoints/index.ts';
import { openDatabaseRelay, stopAccepting } from '../../../support/service-database-relay.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';

describe('error responses', () => {
  let service: OpenService;
  let token: string;
  const balances = () => service.call(profileBalances, { path: { profile: 'profile-1002' }, token });

  beforeAll(async () => {
    service = await openService();
    token = await service.tokenOf('1002');
  });
  afterAll(() => service.drop());

  it('a body over the limit answers 413, with or without Content-Length', async () => {
    const address = '/api/v3/profiles/profile-1002/lists/wishlist/items';
    const body = JSON.stringify({ product_id: 'x'.repeat(70_000) });
    expect(await service.send('POST', address, { token, body })).toMatchObject({
      status: 413,
      body: { message: expect.any(String) },
    });
    const stream = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(16_384).fill(32)),
    });
    const response = await service.app.fetch(
      new Request(`http://127.0.0.1:4010${address}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        body: stream,
        duplex: 'half',
      } as RequestInit),
    );
    expect(response.status).toBe(413);
  });

  it('a body that is nested too deeply answers 422 with the field', async () => {
    const nested = (depth: number) => {
      let meta: unknown = [];
      for (let level = 0; level < depth; level++) meta = [meta];
      return service.send('POST', '/api/v3/profiles/profile-1002/lists/wishlist/items', {
        token,
        body: { product_id: 'hp-1001', meta },
      });
    };
    expect(await nested(40)).toMatchObject({
      status: 422,
      body: { errors: { meta: ['is nested too deeply.'] } },
    });
    expect(JSON.stringify((await nested(20)).body)).not.toContain('nested too deeply');
  });

  it('an unexpected error answers 500 without details, and is reported to the error handler', async () => {
    await sql`alter table point_balances rename to hidden`.execute(service.db);
    const answer = await balances();
    await sql`alter table hidden rename to point_balances`.execute(service.db);
    expect(answer).toMatchObject({ status: 500, body: { message: 'Something went wrong on our side.' } });
    expect(Object.keys(answer.body)).toEqual(['message']);
    expect(String(service.errors.at(-1))).toContain('point_balances');
    expect((await balances()).status).toBe(200);
  });

  it('an unreachable database answers 503 with Retry-After, also at /health', async () => {
    expect(await service.send('GET', '/health')).toMatchObject({ status: 200, body: { status: 'ok' } });
    const db = connect('postgres://nobody:nothing@127.0.0.1:9/none');
    const app = createApp({ db, settings: { baseUrl: 'http://127.0.0.1:4010/api', shopOrigins: [] } });
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await app.request('/api/v3/rewards/definitions', { headers });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(await answer.json()).toEqual({ message: 'The service is not available at the moment.' });
    const health = await app.request('/health');
    expect([health.status, health.headers.get('retry-after'), await health.json()]).toEqual([
      503,
      '2',
      expect.objectContaining({
        status: 'unavailable',
        database: 'unreachable',
        message: expect.any(String),
      }),
    ]);
    await db.destroy();
  });

  it.each(['postgres://nobody@/none?host=/no/such/folder', 'postgres://nobody@no-such-host.invalid/none'])(
    'a database at %s answers 503 with Retry-After',
    async (address) => {
      const db = connect(address);
      const app = createApp({ db, settings: { baseUrl: 'http://127.0.0.1:4010/api', shopOrigins: [] } });
      const headers = { Authorization: `Bearer ${token}` };
      const answer = await app.request('/api/v3/rewards/definitions', { headers });
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
      await db.destroy();
      // The process is ending, and the pool is closed already.
      const late = await app.request('/api/v3/rewards/definitions', { headers });
      expect([late.status, late.headers.get('retry-after')]).toEqual([503, '2']);
    },
  );

  it('a database that became read-only, as after a failover, answers 503 with Retry-After', async () => {
    const standby = await openService();
    const bearer = await standby.tokenOf('1002');
    await sql`do $$ begin
      execute format('alter database %I set default_transaction_read_only = on', current_database());
    end $$`.execute(standby.db);
    const db = connect(standby.url);
    const app = createApp({ db, settings: { baseUrl: 'http://127.0.0.1:4010/api', shopOrigins: [] } });
    const answer = await app.request('/api/v3/profiles/profile-1002/balances', {
      headers: { Authorization: `Bearer ${bearer}` },
    });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
    await db.destroy();
    await standby.drop();
  });

  it('a database that accepts no connections answers 503 with Retry-After', async () => {
    const closed = await openService();
    const bearer = await closed.tokenOf('1002');
    await stopAccepting(closed.url);
    // The connections that the pool has are closed; then new ones are refused.
    const answers = [];
    for (let turn = 0; turn < 12; turn++)
      answers.push(await closed.send('GET', '/api/v3/profiles/profile-1002/balances', { token: bearer }));
    const found = answers.map(({ status, headers }) => [status, headers.get('retry-after')]);
    expect(found).toEqual(found.map(() => [503, '2']));
    await closed.drop();
  });

  it('a network that loses all packets answers 503 with Retry-After, and the connection is replaced', async () => {
    const relay = await openDatabaseRelay(service.url);
    const db = connect(relay.url, { timeoutMs: 500 });
    const app = createApp({ db, settings: { baseUrl: 'http://127.0.0.1:4010/api', shopOrigins: [] } });
    const ask = () =>
      app.request('/api/v3/profiles/profile-1002/balances', {
        headers: { Authorization: `Bearer ${token}` },
      });
    // A connection that exists already.
    await expect.poll(async () => (await ask()).status).toBe(200);
    relay.silence();
    const answer = await ask();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
    relay.forwardAll();
    await expect.poll(async () => (await ask()).status).toBe(200);
    await db.destroy();
    await relay.stop();
  });

  it('connections that the database closes are replaced', async () => {
    await balances();
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(service.db);
    const statuses = [];
    for (let turn = 0; turn < 12; turn++) statuses.push((await balances()).status);
    expect(statuses.at(-1)).toBe(200);
    expect(statuses.filter((status) => ![200, 503].includes(status))).toEqual([]);
  });
});
