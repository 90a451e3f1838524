import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addListItem, profileBalances } from '../../../src/services/contract/endpoints/index.ts';
import { PAGE_PARTS } from '../../../src/services/transport/page-parts.ts';
import { stopAccepting } from '../../support/service-database-relay.ts';
import { fill } from '../../support/service-open.ts';
import { basic, SHOP } from '../support/open-proxy.ts';
import { openServiceProxy, type ServiceProxy } from '../support/open-service-proxy.ts';

// The proxy before the reference service whose database cannot be reached: what the service answers is in
// `test/promises/database-unavailable.test.ts`.

const PROFILE = { profile: 'profile-1003', list: 'wishlist' };

let proxy: ServiceProxy;
let token: string;
let email: string;
beforeAll(async () => {
  proxy = await openServiceProxy();
  const row = await proxy.service.db
    .selectFrom('profiles')
    .select('email')
    .where('id', '=', 'profile-1003')
    .executeTakeFirstOrThrow();
  email = row.email ?? '';
  token = await proxy.signIn('1003');
  // The proxy has a token of the service from now on.
  expect((await proxy.call(profileBalances, { token, path: PROFILE })).status).toBe(200);
  await stopAccepting(proxy.service.url);
});
afterAll(() => proxy.stop());

const send = (method: string, path: string, init: RequestInit = {}) =>
  fetch(proxy.url + path, {
    method,
    ...init,
    headers: {
      Origin: SHOP,
      ...(init.body !== undefined && { 'Content-Type': 'application/json' }),
      ...(init.headers as Record<string, string>),
    },
  });
const bearer = () => ({ Authorization: `Bearer ${token}` });

describe('answer of the proxy while the database of the service cannot be reached', () => {
  it.each([
    ['a read', () => send('GET', fill(profileBalances.path, PROFILE), { headers: bearer() })],
    [
      'a write',
      () =>
        send('POST', fill(addListItem.path, PROFILE), {
          headers: bearer(),
          body: JSON.stringify({ product_id: 'hp-1001' }),
        }),
    ],
    ["a guest's link", () => send('GET', `/v3/lists/shares/${'s'.repeat(32)}/no_profile`)],
  ])('is 503 with the Retry-After of the service for %s', async (_, ask) => {
    const answer = await ask();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
    expect(Object.keys((await answer.json()) as object)).toEqual(['message']);
  });

  it('has 503 and the Retry-After in each part of a page', async () => {
    const answer = await send('GET', `/page?show=${Object.keys(PAGE_PARTS).join(',')}`, {
      headers: bearer(),
    });
    const { parts } = (await answer.json()) as {
      parts: Record<string, { status: number; retry_after?: string }>;
    };
    const found = Object.values(parts).map(({ status, retry_after: wait }) => [status, wait]);
    expect(found.length).toBeGreaterThanOrEqual(Object.keys(PAGE_PARTS).length);
    expect(found).toEqual(found.map(() => [503, '2']));
  });

  it.each([
    ['a login', () => send('POST', '/login', { headers: { Authorization: basic(email, 'a password') } })],
    [
      'a new customer',
      () =>
        send('POST', '/create', {
          body: JSON.stringify({ email: 'new@example.com', password: 'a long password' }),
        }),
    ],
  ])('is 502 or 503 with Retry-After for %s', async (_, ask) => {
    const answer = await ask();
    expect([502, 503]).toContain(answer.status);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('is 204 for a logout, which needs no service', async () => {
    const other = await send('POST', '/logout', { headers: bearer() });
    expect(other.status).toBe(204);
  });
});
