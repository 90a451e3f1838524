import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ANN, basic, openProxy, SECRETS, type OpenProxy } from './support/open-proxy.ts';

let proxy: OpenProxy;
let token: string;
beforeAll(async () => {
  proxy = await openProxy();
  token = await proxy.signIn();
});
afterAll(() => proxy.stop());
beforeEach(() => proxy.upstream.clear());

const ask = (path: string, init: RequestInit = {}) =>
  fetch(proxy.url + path, { ...init, headers: { Authorization: `Bearer ${token}`, ...init.headers } });

describe('login (spec 5.4)', () => {
  it('gives a token and when it ends', async () => {
    const response = await fetch(`${proxy.url}/login`, {
      method: 'POST',
      headers: { Authorization: basic(ANN.email, ANN.password) },
    });
    const body = await response.json();
    expect(response.status).toBe(200);
    expect(Object.keys(body)).toEqual(['token', 'expiry']);
    expect(body.token).toMatch(/^[\w-]{43}$/);
    const minutesLeft = (Date.parse(body.expiry) - Date.now()) / 60_000;
    expect(minutesLeft).toBeGreaterThan(59);
    expect(minutesLeft).toBeLessThanOrEqual(60);
  });
});

describe('forwarding (spec 5.4, ASSUMPTION G44)', () => {
  it("asks the service with the customer's own token", async () => {
    const response = await ask('/v3/profiles/profile-1001/balances');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      data: { echo: '/api/v3/profiles/profile-1001/balances', body: '' },
    });
    expect(proxy.upstream.calls).toHaveLength(1);
    expect(proxy.upstream.calls[0]?.headers['authorization']).toMatch(/^Bearer customer-\d+$/);
    expect(JSON.stringify(proxy.upstream.calls)).not.toContain(token);
    expect(JSON.stringify(proxy.upstream.calls)).not.toContain(SECRETS.shopSecret);
  });

  it('does not ask for another profile', async () => {
    const response = await ask('/v3/profiles/profile-1002/balances');
    expect(response.status).toBe(404);
    expect(proxy.upstream.calls).toEqual([]);
  });
});
