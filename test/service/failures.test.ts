import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../demo/service/database/connect.ts';
import { createApp } from '../../demo/service/app.ts';
import { addListItem, listItems, profileBalances } from '../../src/services/endpoints/index.ts';
import { guarded } from '../support/service-catalogue.ts';
import { fill, openService, SHOP_ORIGIN, type OpenService } from '../support/service-open.ts';

/** Percent-encodes any text: half a surrogate pair, which `encodeURIComponent` refuses, becomes U+FFFD. */
const encode = (text: string) => encodeURIComponent(Buffer.from(text).toString());

describe('what goes wrong', () => {
  let service: OpenService;
  let token: string;
  const balances = () => service.call(profileBalances, { path: { profile: 'profile-1002' }, token });

  beforeAll(async () => {
    service = await openService();
    token = await service.tokenOf('1002');
  });
  afterAll(() => service.drop());

  it('a body over the limit is 413, declared or streamed', async () => {
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

  it('an inner failure is 500 with a plain message, reported inside and told to nobody', async () => {
    await sql`alter table point_balances rename to hidden`.execute(service.db);
    const answer = await balances();
    await sql`alter table hidden rename to point_balances`.execute(service.db);
    expect(answer).toMatchObject({ status: 500, body: { message: 'Something went wrong on our side.' } });
    expect(Object.keys(answer.body)).toEqual(['message']);
    expect(String(service.errors.at(-1))).toContain('point_balances');
    expect((await balances()).status).toBe(200);
  });

  it('a database that is gone is 503 with Retry-After, and health says so', async () => {
    expect(await service.send('GET', '/health')).toMatchObject({ status: 200, body: { status: 'ok' } });
    const db = connect('postgres://nobody:nothing@127.0.0.1:9/none');
    const app = createApp({ db, settings: { baseUrl: 'http://127.0.0.1:4010/api', shopOrigins: [] } });
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await app.request('/api/v3/rewards/definitions', { headers });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(await answer.json()).toEqual({ message: 'The service is not available at the moment.' });
    const health = await app.request('/health');
    expect([health.status, await health.json()]).toEqual([
      503,
      expect.objectContaining({
        status: 'unavailable',
        database: 'unreachable',
        message: expect.any(String),
      }),
    ]);
    await db.destroy();
  });

  it('connections that the database ends are replaced', async () => {
    await balances();
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(service.db);
    const statuses = [];
    for (let turn = 0; turn < 12; turn++) statuses.push((await balances()).status);
    expect(statuses.at(-1)).toBe(200);
    expect(statuses.filter((status) => ![200, 503].includes(status))).toEqual([]);
  });

  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(
      '\0',
      '%',
      '%2',
      '%00',
      '%ff',
      '..',
      '.',
      "'",
      '"',
      '\\',
      '💥',
      '\ud800',
      '9'.repeat(40),
      '__proto__',
    ),
  );
  const encoded = anything.map((text) => encode(text));
  const raw = fc
    .stringMatching(/^(%[0-9a-fA-F]{0,2}|[!-~]){1,30}$/)
    .map((text) => text.replace(/[?#]/g, '%'));

  it.each(guarded)('$id never answers 500 to an odd path', async (endpoint) => {
    const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(encoded, raw), { minLength: 4, maxLength: 4 }), async (values) => {
        // The own profile where one is asked for, so that the oddness reaches the handler and not only the guard.
        const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
          name === names[0] &&
          endpoint.path.startsWith('/v3/profiles/') &&
          values.length > 1 &&
          names.length > 1
            ? 'profile-1002'
            : (values[names.indexOf(name)] ?? 'x'),
        );
        const answer = await service.send(endpoint.method, `/api${path}`, {
          token,
          ...(endpoint.method === 'POST' && { body: { product_id: 'hp-1001' } }),
        });
        expect(answer.status).toBeLessThan(500);
      }),
      { numRuns: 60 },
    );
  });

  it('odd bodies never answer 500', async () => {
    const address = fill(`/api${addListItem.path}`, { profile: 'profile-1002', list: 'wishlist' });
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.json(),
          anything,
          fc.record({ product_id: anything }).map((o) => JSON.stringify(o)),
        ),
        async (body) => {
          const answer = await service.send('POST', address, { token, body });
          expect(answer.status).toBeLessThan(500);
          expect(answer.status === 200 || typeof answer.body.message === 'string').toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('odd queries never answer 500', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('page[number]', 'page[size]', 'page', 'sort', 'x'), anything)),
        async (pairs) => {
          const query = `?${pairs.map(([name, value]) => `${name}=${encode(value)}`).join('&')}`;
          const answer = await service.call(listItems, {
            path: { profile: 'profile-1002', list: 'wishlist' },
            query,
            token,
          });
          expect([200, 422]).toContain(answer.status);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('pages of other origins', () => {
  let service: OpenService;
  beforeAll(async () => {
    service = await openService({ shopOrigins: [SHOP_ORIGIN, 'https://shop.example'] });
  });
  afterAll(() => service.drop());

  const path = '/api/v3/rewards/definitions';
  const preflight = (origin: string) =>
    service.send('OPTIONS', path, {
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'authorization',
      },
    });

  it.each([SHOP_ORIGIN, 'https://shop.example'])(
    '%s may ask, and may read the answer, errors too',
    async (origin) => {
      const allowed = await preflight(origin);
      expect(allowed.status).toBe(204);
      expect(Object.fromEntries(allowed.headers)).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'GET,POST,PUT,DELETE',
        'access-control-allow-headers': 'Authorization,Content-Type,Accept,Idempotency-Key',
        'access-control-max-age': '3600',
        vary: expect.stringContaining('Origin'),
      });
      for (const target of [path, '/api/nowhere', '/api/v3/identities/search-profile/1002']) {
        const { headers } = await service.send('GET', target, { headers: { Origin: origin } });
        expect(headers.get('access-control-allow-origin')).toBe(origin);
        expect(headers.get('access-control-expose-headers')).toBe('Retry-After');
        expect(headers.get('vary')).toBe('Origin');
        expect(headers.has('access-control-allow-credentials')).toBe(false);
      }
    },
  );

  it.each([
    'https://shop.example.evil.example',
    'https://evil.example',
    'http://shop.example',
    'https://shop.example:8443',
    'https://SHOP.example',
    'https://shop.example/',
    'https://sub.shop.example',
    'null',
    '*',
    '',
  ])('%j may not', async (origin) => {
    for (const { headers } of [
      await preflight(origin),
      await service.send('GET', path, { headers: { Origin: origin } }),
    ]) {
      expect(headers.has('access-control-allow-origin')).toBe(false);
      expect(headers.get('vary')).toContain('Origin');
    }
  });
});
