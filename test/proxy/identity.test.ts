import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  hashPassword,
  memoryDirectory,
  memoryPasswordBook,
  serviceDirectory,
} from '../../src/proxy/index.ts';
import { ANN, openProxy, QUICK, type OpenProxy } from './support/open-proxy.ts';
import type { StubProfile } from './support/upstream.ts';

// `search-profile/{identifier}` matches a value in any namespace: the card number of one person may be the customer id of
// another. These tests check which profile a login reads and writes.

const CLEO = { ...ANN, id: '3001', email: 'cleo@example.com', firstName: 'Cleo', lastName: 'C' };
/** The number of her customer card equals the id of another customer of the shop. */
const victimOf = (id: string): StubProfile => ({
  id: 'profile-victim',
  identities: [`pos-card:${id}`],
  email: 'vera@example.com',
  first_name: 'Vera',
  last_name: 'Victim',
});
const ownOf = ({ id, email, firstName, lastName }: typeof CLEO): StubProfile => ({
  id: `profile-${id}`,
  identities: [id],
  email,
  first_name: firstName,
  last_name: lastName,
});

const opened: { stop(): unknown }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.stop();
});

async function openWithProfiles(
  profiles: readonly StubProfile[],
  more: Parameters<typeof openProxy>[0] = {},
): Promise<OpenProxy> {
  const proxy = await openProxy({ directory: memoryDirectory([CLEO], QUICK), ...more });
  opened.push(proxy);
  proxy.upstream.profiles.unshift(...profiles);
  return proxy;
}

async function statusOf({ url }: OpenProxy, token: string, path: string): Promise<number> {
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(url + path, { headers });
  await response.arrayBuffer();
  return response.status;
}

describe.each([
  ['a search that returns identities', true],
  ['a search that returns no identities', false],
])('login with a customer id that is another person’s identity, %s', (_, namesIdentities) => {
  it('creates an own profile, and neither reads nor changes the other person’s', async () => {
    const victim = victimOf(CLEO.id);
    const proxy = await openWithProfiles([victim]);
    proxy.upstream.namesIdentities = namesIdentities;
    const token = await proxy.signIn(CLEO);
    expect(victim).toEqual(victimOf(CLEO.id));
    expect(proxy.upstream.syncCalls.filter(({ method }) => method === 'PUT')).toEqual([]);
    expect(await statusOf(proxy, token, '/v3/profiles/profile-victim/balances')).toBe(404);
    expect(await statusOf(proxy, token, '/v3/profiles/profile-3001/balances')).toBe(200);
    // The next login finds the profile that the first has created.
    await proxy.signIn(CLEO);
    expect(proxy.upstream.profiles.filter(({ email }) => email === CLEO.email)).toHaveLength(1);
  });

  it.each([
    ['external id', { external_id: CLEO.id, email: 'cleo.before@example.com' }],
    ['e-mail', {}],
  ])('finds the own profile by %s, where the search shows the other person’s', async (__, fields) => {
    const own = { ...ownOf(CLEO), ...fields };
    const proxy = await openWithProfiles([victimOf(CLEO.id), own]);
    proxy.upstream.namesIdentities = namesIdentities;
    const token = await proxy.signIn(CLEO);
    expect(await statusOf(proxy, token, `/v3/profiles/${own.id}/balances`)).toBe(200);
    expect(proxy.upstream.syncCalls.filter(({ method }) => method === 'POST')).toEqual([]);
    expect(proxy.upstream.profiles[0]).toEqual(victimOf(CLEO.id));
    expect(own.email).toBe(CLEO.email);
  });

  it('is refused where a profile has the e-mail but not the identity, and does not change that profile', async () => {
    const proxy = await openWithProfiles([{ ...victimOf('x'), email: CLEO.email }]);
    proxy.upstream.namesIdentities = namesIdentities;
    await expect(proxy.signIn(CLEO)).rejects.toThrow('409');
    expect(proxy.upstream.profiles[0]).toMatchObject({ first_name: 'Vera', last_name: 'Victim' });
  });

  it('is refused by the service directory, which stores the password of a name', async () => {
    const passwords = memoryPasswordBook([[CLEO.email, await hashPassword(CLEO.password, 1_000)]]);
    const directory = serviceDirectory({ passwords, namespace: 'harbour', ...QUICK });
    // Another person's newsletter address is Cleo's user name.
    const victim = { ...victimOf('x'), identities: [`newsletter:${CLEO.email}`] };
    const proxy = await openWithProfiles([victim], { directory });
    proxy.upstream.namesIdentities = namesIdentities;
    await expect(proxy.signIn(CLEO)).rejects.toThrow('401');
    expect(victim).toMatchObject({ email: 'vera@example.com', first_name: 'Vera' });
  });
});

describe('search for the own profile', () => {
  it.each([
    ['the shop has a secret', {}],
    ['requests have the proxy’s own token', { shopSecret: undefined }],
  ])('never shows another person’s: %s', async (_, more) => {
    const proxy = await openWithProfiles([victimOf(ANN.id)], {
      directory: memoryDirectory([ANN], QUICK),
      ...more,
    });
    const headers = { Authorization: `Bearer ${await proxy.signIn()}` };
    for (const name of [ANN.id, 'ann%40example.com', 'profile-1001']) {
      const response = await fetch(`${proxy.url}/v3/identities/search-profile/${name}`, { headers });
      expect((await response.json()).data).toMatchObject({ id: 'profile-1001', first_name: 'Ann' });
    }
    expect(
      await statusOf(proxy, headers.Authorization.slice(7), '/v3/profiles/profile-victim/balances'),
    ).toBe(404);
  });
});

it('login › reads and overwrites the other person’s profile in a twin that does not check the namespace', async () => {
  vi.resetModules();
  vi.doMock('../../src/services/transport/identities.ts', async (original) => ({
    ...(await original<object>()),
    holdsIdentity: () => true,
  }));
  try {
    const twin = await import('./support/open-proxy.ts');
    const proxy = await twin.openProxy({ directory: memoryDirectory([CLEO], QUICK) });
    opened.push(proxy);
    const victim = victimOf(CLEO.id);
    proxy.upstream.profiles.unshift(victim);
    const token = await proxy.signIn(CLEO);
    expect(await statusOf(proxy, token, '/v3/profiles/profile-victim/balances')).toBe(200);
    expect(victim).toMatchObject({ email: CLEO.email, first_name: 'Cleo' });
  } finally {
    vi.doUnmock('../../src/services/transport/identities.ts');
    vi.resetModules();
  }
});
