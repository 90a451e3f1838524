import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerWith, ask, OWN } from './support/ask.ts';
import { openProxy, SECRETS, type OpenProxy } from './support/open-proxy.ts';

// The tokens with which the proxy sends requests to the service: spec 5.1, 5.3, 5.4.

let proxy: OpenProxy;
let token: string;
beforeAll(async () => {
  proxy = await openProxy();
  token = await proxy.signIn();
});
afterAll(() => proxy.stop());
beforeEach(() => proxy.upstream.clear());

const request = (path: string, init?: RequestInit) => ask(proxy.url + path, token, init);

describe('token for the service', () => {
  it('is fetched again once when it is rejected; a second 401 is forwarded', async () => {
    await request(`${OWN}/balances`);
    proxy.upstream.clear();
    proxy.upstream.revokeTokens();
    expect((await request(`${OWN}/balances`)).status).toBe(200);
    expect([proxy.upstream.calls.length, proxy.upstream.tokenCalls.length]).toEqual([2, 1]);

    proxy.upstream.clear();
    answerWith(proxy, 401, '{"message":"Unauthenticated."}');
    expect(await request(`${OWN}/balances`)).toMatchObject({
      status: 401,
      json: { message: 'Unauthenticated.' },
    });
    expect([proxy.upstream.calls.length, proxy.upstream.tokenCalls.length]).toEqual([2, 1]);
  });

  it('is fetched once for concurrent requests, by id and signature', async () => {
    proxy.upstream.revokeTokens();
    await request(`${OWN}/balances`);
    proxy.upstream.clear();
    proxy.upstream.revokeTokens();
    const answers = await Promise.all(Array.from({ length: 50 }, () => request(`${OWN}/balances`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(proxy.upstream.tokenCalls).toHaveLength(1);
    const { id, signature } = JSON.parse(proxy.upstream.tokenCalls[0]?.body ?? '');
    expect([id, signature]).toEqual(['1001', expect.stringMatching(/^[\da-f]{64}$/)]);
  });

  it("is the proxy's own where a shop has no shared secret: six form fields, scopes as set", async () => {
    const own = await openProxy({ shopSecret: undefined });
    const session = await own.signIn();
    const response = await fetch(`${own.url}${OWN}/balances`, {
      headers: { Authorization: `Bearer ${session}` },
    });
    expect(response.status).toBe(200);
    expect(own.upstream.calls[0]?.headers['authorization']).toMatch(/^Bearer service-/);
    expect(own.upstream.tokenCalls).toHaveLength(1);
    const [call] = own.upstream.tokenCalls;
    expect(call?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(Object.fromEntries(new URLSearchParams(call?.body))).toEqual({
      grant_type: 'client_credentials',
      client_id: SECRETS.clientId,
      client_secret: SECRETS.clientSecret,
      username: SECRETS.username,
      password: SECRETS.password,
      scope: 'profiles.read profiles.write',
    });
    await own.stop();
  });
});
