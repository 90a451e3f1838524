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
// another. Whose profile a login gets, and whose is written to.

const CLEO = { ...ANN, id: '3001', email: 'cleo@example.com', firstName: 'Cleo', lastName: 'C' };
/** Her card at the till has the number that the shop gave a customer as id. */
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

async function openBeside(
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
  ['a search that names identities', true],
  ['a search that names none', false],
])('a login whose customer id is another person’s identity, %s', (_, namesIdentities) => {
  it('makes a profile of its own, and neither reads nor changes the other person’s', async () => {
    const victim = victimOf(CLEO.id);
    const proxy = await openBeside([victim]);
    proxy.upstream.namesIdentities = namesIdentities;
    const token = await proxy.signIn(CLEO);
    expect(victim).toEqual(victimOf(CLEO.id));
    expect(proxy.upstream.upkeep.filter(({ method }) => method === 'PUT')).toEqual([]);
    expect(await statusOf(proxy, token, '/v3/profiles/profile-victim/balances')).toBe(404);
    expect(await statusOf(proxy, token, '/v3/profiles/profile-3001/balances')).toBe(200);
    // The next login finds what the first has made.
    await proxy.signIn(CLEO);
    expect(proxy.upstream.profiles.filter(({ email }) => email === CLEO.email)).toHaveLength(1);
  });

  it.each([
    ['external id', { external_id: CLEO.id, email: 'cleo.before@example.com' }],
    ['e-mail', {}],
  ])('finds its own profile by %s, where the search shows the other person’s', async (__, fields) => {
    const own = { ...ownOf(CLEO), ...fields };
    const proxy = await openBeside([victimOf(CLEO.id), own]);
    proxy.upstream.namesIdentities = namesIdentities;
    const token = await proxy.signIn(CLEO);
    expect(await statusOf(proxy, token, `/v3/profiles/${own.id}/balances`)).toBe(200);
    expect(proxy.upstream.upkeep.filter(({ method }) => method === 'POST')).toEqual([]);
    expect(proxy.upstream.profiles[0]).toEqual(victimOf(CLEO.id));
    expect(own.email).toBe(CLEO.email);
  });

  it('takes no profile that has the e-mail but not the identity', async () => {
    const proxy = await openBeside([{ ...victimOf('x'), email: CLEO.email }]);
    proxy.upstream.namesIdentities = namesIdentities;
    await expect(proxy.signIn(CLEO)).rejects.toThrow('409');
    expect(proxy.upstream.profiles[0]).toMatchObject({ first_name: 'Vera', last_name: 'Victim' });
  });

  it('is refused by a directory in the service itself, which keeps the password of a name', async () => {
    const passwords = memoryPasswordBook([[CLEO.email, await hashPassword(CLEO.password, 1_000)]]);
    const directory = serviceDirectory({ passwords, namespace: 'harbour', ...QUICK });
    // Somebody's newsletter address is Cleo's user name.
    const victim = { ...victimOf('x'), identities: [`newsletter:${CLEO.email}`] };
    const proxy = await openBeside([victim], { directory });
    proxy.upstream.namesIdentities = namesIdentities;
    await expect(proxy.signIn(CLEO)).rejects.toThrow('401');
    expect(victim).toMatchObject({ email: 'vera@example.com', first_name: 'Vera' });
  });
});

describe('a session’s search for its own profile', () => {
  it.each([
    ['the shop has a secret', {}],
    ['calls go with the proxy’s own token', { shopSecret: undefined }],
  ])('never shows another person’s: %s', async (_, more) => {
    const proxy = await openBeside([victimOf(ANN.id)], { directory: memoryDirectory([ANN], QUICK), ...more });
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

it('a login without the check of the namespace gets the other person’s profile and overwrites it: the twin goes red', async () => {
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
