import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryStorage } from '../../src/proxy/index.ts';
import { OWN } from './support/ask.ts';
import { ANN, basic, BEN, openProxy, SHOP, type OpenProxy } from './support/open-proxy.ts';

let now = Date.now();
let proxy: OpenProxy;
beforeAll(async () => {
  proxy = await openProxy({ session: 'cookie', now: () => now });
});
afterAll(() => proxy.stop());

const SAME = { Origin: SHOP, 'Sec-Fetch-Site': 'same-origin' };

interface Opened {
  readonly handle: string;
  readonly cookie: string;
  readonly setCookie: string;
}
async function signIn(customer = ANN, headers: Record<string, string> = {}): Promise<Opened> {
  const response = await fetch(`${proxy.url}/login`, {
    method: 'POST',
    headers: { ...SAME, Authorization: basic(customer.email, customer.password), ...headers },
  });
  expect(response.status).toBe(200);
  const { token } = (await response.json()) as { token: string };
  const setCookie = response.headers.get('set-cookie') ?? '';
  return { handle: token, cookie: setCookie.split(';', 1)[0]!, setCookie };
}
const send = (path: string, headers: Record<string, string>, init: RequestInit = {}) =>
  fetch(proxy.url + path, { ...init, headers: { ...SAME, ...headers } });
const as = ({ handle, cookie }: Pick<Opened, 'handle' | 'cookie'>) => ({
  Authorization: `Bearer ${handle}`,
  Cookie: cookie,
});
const balances = async (headers: Record<string, string>, profile = OWN) =>
  (await send(`${profile}/balances`, headers)).status;
const logOut = (headers: Record<string, string>, body?: object) =>
  send(
    '/logout',
    { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
    { method: 'POST', ...(body && { body: JSON.stringify(body) }) },
  );

describe('a session in a cookie', () => {
  it('has its secret in a cookie of this host alone, which no script reads', async () => {
    const { handle, cookie, setCookie } = await signIn();
    expect(setCookie).toMatch(
      /^__Host-loyalty=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=3600$/,
    );
    expect(cookie).not.toContain(handle);
  });

  it('needs the cookie and what the page has: each alone opens nothing', async () => {
    const opened = await signIn();
    expect(await balances(as(opened))).toBe(200);
    const secret = opened.cookie.split('=')[1]!;
    expect(await balances({ Authorization: `Bearer ${opened.handle}` })).toBe(401);
    expect(await balances({ Cookie: opened.cookie })).toBe(401);
    expect(await balances({ Authorization: `Bearer ${secret}` })).toBe(401);
    expect(await balances({ Cookie: opened.cookie, Authorization: `Bearer ${secret}` })).toBe(401);
    expect(await balances({ ...as(opened), Cookie: `__Host-loyalty=${opened.handle}` })).toBe(401);
  });

  it('works for /page, and the cookie does not reach the service', async () => {
    const opened = await signIn();
    proxy.upstream.clear();
    const response = await send('/page?show=balances', as(opened));
    const { parts } = (await response.json()) as { parts: Record<string, { status: number }> };
    expect(Object.values(parts).map(({ status }) => status)).toEqual([200]);
    expect(proxy.upstream.calls[0]?.headers).not.toHaveProperty('cookie');
  });

  it('ends with the browser’s cookie at a sign-out', async () => {
    const opened = await signIn();
    const response = await logOut(as(opened));
    expect([response.status, response.headers.get('set-cookie')]).toEqual([
      204,
      '__Host-loyalty=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0',
    ]);
    expect(await balances(as(opened))).toBe(401);
  });

  it('ends everywhere, on all devices', async () => {
    const [here, there, other] = [await signIn(), await signIn(), await signIn(BEN)];
    expect((await logOut(as(here), { everywhere: true })).status).toBe(204);
    expect(await balances(as(here))).toBe(401);
    expect(await balances(as(there))).toBe(401);
    expect(await balances(as(other), '/v3/profiles/profile-1002')).toBe(200);
  });

  it('ends after an hour', async () => {
    const opened = await signIn();
    now += 3_601_000;
    expect(await balances(as(opened))).toBe(401);
    now -= 3_601_000;
  });

  it('is another one after each sign-in, and the one before has ended: none can be chosen by somebody else', async () => {
    const planted = await signIn(BEN);
    const opened = await signIn(ANN, { Cookie: planted.cookie });
    expect(opened.cookie).not.toBe(planted.cookie);
    expect(await balances(as(planted), '/v3/profiles/profile-1002')).toBe(401);
    const invented = await signIn(ANN, { Cookie: `__Host-loyalty=${'a'.repeat(43)}` });
    expect(invented.cookie).not.toContain('a'.repeat(43));
  });

  it('of another customer does not serve the page of the one before', async () => {
    const [ann, ben] = [await signIn(ANN), await signIn(BEN)];
    expect(await balances({ ...as(ann), Cookie: ben.cookie })).toBe(401);
    // A late sign-out of that page ends nothing of the customer who has signed in since.
    const late = await logOut({ ...as(ann), Cookie: ben.cookie });
    expect([late.status, late.headers.get('set-cookie')]).toEqual([204, null]);
    expect((await logOut({ ...as(ann), Cookie: ben.cookie }, { everywhere: true })).status).toBe(401);
    expect(await balances(as(ben), '/v3/profiles/profile-1002')).toBe(200);
  });

  it('is not read from the cookie of a sub-domain, nor from two cookies', async () => {
    const [ann, planted] = [await signIn(ANN), await signIn(BEN)];
    const secret = planted.cookie.split('=')[1]!;
    const profile = '/v3/profiles/profile-1002';
    // A sub-domain cannot set a cookie with the prefix.
    for (const name of ['loyalty', '__Secure-loyalty', '__host-loyalty', ' __Host-loyalty2'])
      expect(await balances({ ...as(planted), Cookie: `${name}=${secret}` }, profile)).toBe(401);
    expect(await balances({ ...as(planted), Cookie: `${ann.cookie}; ${planted.cookie}` }, profile)).toBe(401);
  });
});

describe('a request with the cookie', () => {
  const foreign: readonly Record<string, string>[] = [
    { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' },
    { Origin: SHOP, 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'https://blog.shop.example', 'Sec-Fetch-Site': 'same-site' },
    // Allowed as an origin, but not the one that the proxy is on.
    { Origin: 'https://www.shop.example', 'Sec-Fetch-Site': 'same-site' },
  ];
  it.each(foreign)('is refused with %o, and so is a sign-in', async (headers) => {
    const opened = await signIn();
    expect(await balances({ ...as(opened), ...headers })).toBe(403);
    for (const path of ['/login', '/logout']) {
      const credentials = path === '/login' ? { Authorization: basic(ANN.email, ANN.password) } : as(opened);
      const response = await send(path, { ...credentials, ...headers }, { method: 'POST' });
      expect([path, response.status, response.headers.get('set-cookie')]).toEqual([path, 403, null]);
    }
    expect(await balances(as(opened))).toBe(200);
  });

  it('is refused when it changes something and says nothing about its origin', async () => {
    const opened = await signIn();
    const response = await fetch(`${proxy.url}/logout`, { method: 'POST', headers: as(opened) });
    expect(response.status).toBe(403);
    expect(await balances(as(opened))).toBe(200);
  });

  it('is accepted from a browser that sends Origin with changes, and nothing with reads', async () => {
    const opened = await signIn();
    const read = await fetch(`${proxy.url}${OWN}/balances`, { headers: as(opened) });
    expect(read.status).toBe(200);
    const headers = { ...as(opened), Origin: SHOP };
    expect((await fetch(`${proxy.url}/logout`, { method: 'POST', headers })).status).toBe(204);
  });

  it('gets no permission for cookies of another origin', async () => {
    const response = await fetch(`${proxy.url}/login`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://www.shop.example', 'Access-Control-Request-Method': 'POST' },
    });
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
  });
});

describe('a session in the page', () => {
  it('is none in a cookie, when the setting has changed', async () => {
    const storage = memoryStorage();
    const [before, after] = [await openProxy({ storage }), await openProxy({ storage, session: 'cookie' })];
    const Cookie = `__Host-loyalty=${await before.signIn()}`;
    for (const more of [{}, { Authorization: `Bearer ${'a'.repeat(43)}` }]) {
      const response = await fetch(`${after.url}${OWN}/balances`, { headers: { ...SAME, Cookie, ...more } });
      expect(response.status).toBe(401);
    }
    await Promise.all([before.stop(), after.stop()]);
  });

  it('sets and reads no cookie', async () => {
    const plain = await openProxy();
    const headers = { ...SAME, Authorization: basic(ANN.email, ANN.password) };
    const response = await fetch(`${plain.url}/login`, { method: 'POST', headers });
    expect(response.headers.get('set-cookie')).toBeNull();
    const { token } = (await response.json()) as { token: string };
    const cookie = await fetch(`${plain.url}${OWN}/balances`, {
      headers: { Cookie: `__Host-loyalty=${token}` },
    });
    expect(cookie.status).toBe(401);
    // A cookie that was left from another setting does not count.
    const left = await fetch(`${plain.url}${OWN}/balances`, {
      headers: { Cookie: `__Host-loyalty=${'a'.repeat(43)}`, Authorization: `Bearer ${token}` },
    });
    expect(left.status).toBe(200);
    await plain.stop();
  });
});
