import { afterEach, describe, expect, it } from 'vitest';
import { memoryStorage, type CustomerProof, type ProxyStorage } from '../../src/proxy/index.ts';
import type { NodeProxySettings } from '../../src/proxy/node.ts';
import { readSettings } from '../../src/proxy/settings/read.ts';
import { describeEachStorage } from './support/each-storage.ts';
import { ask, OWN } from './support/ask.ts';
import { ANN, basic, openProxy, settingsFor, type OpenProxy } from './support/open-proxy.ts';

// Proxies of several shops, such as production and staging, that have one Redis.

const STAGING = 'harbour-staging';

/** A token that opens one session: whatever the header `X-Proof` says. */
const onceProof: CustomerProof = {
  name: 'once',
  async verify({ headers }) {
    const key = headers.get('X-Proof');
    return key === null ? undefined : { ...ANN, once: { key, until: Date.now() + 60_000 } };
  },
};

const open: OpenProxy[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((proxy) => proxy.stop()));
});
async function openShop(storage: ProxyStorage, more: Partial<NodeProxySettings> = {}): Promise<OpenProxy> {
  const proxy = await openProxy({ storage, loginGridMs: 1, proofs: [onceProof], ...more });
  proxy.upstream.profiles[0]!.identities.push(`${STAGING}:${ANN.id}`);
  open.push(proxy);
  return proxy;
}

const statusOfCall = async ({ url }: OpenProxy, token: string) =>
  (await ask(`${url}${OWN}/balances`, token)).status;
const statusOfLogin = async ({ url }: OpenProxy, headers: Record<string, string>) =>
  (await fetch(`${url}/login`, { method: 'POST', headers })).status;
const WRONG = { Authorization: basic(ANN.email, 'wrong') };
const PROOF = { 'X-Proof': 'one' };

/** What one shop does with the session, the counts and the used proof of another. */
async function attack(from: OpenProxy, to: OpenProxy) {
  const token = await from.signIn();
  expect(await statusOfCall(from, token)).toBe(200);
  expect(await statusOfLogin(from, PROOF)).toBe(200);
  expect(await statusOfLogin(from, PROOF)).toBe(401);
  for (let tries = 0; tries < 5; tries++) expect(await statusOfLogin(from, WRONG)).toBe(401);
  expect(await statusOfLogin(from, WRONG)).toBe(429);
  return {
    session: await statusOfCall(to, token),
    wrongPassword: await statusOfLogin(to, WRONG),
    proof: await statusOfLogin(to, PROOF),
  };
}
const APART = { session: 401, wrongPassword: 401, proof: 200 };
const TOGETHER = { session: 200, wrongPassword: 429, proof: 401 };

const { credentials } = settingsFor('http://127.0.0.1:9/api');
const OTHER_SHOPS: [difference: string, more: Partial<NodeProxySettings>][] = [
  ['platform', { platform: STAGING }],
  ['client id', { credentials: { ...credentials, clientId: 'staging' } }],
];

describeEachStorage('proxies of different shops', (openStorage, kind) => {
  it.each(OTHER_SHOPS)('share nothing where the %s differs', async (_, more) => {
    const { storage } = openStorage();
    const staging = await openShop(storage);
    const production = await openShop(storage, { baseUrl: staging.upstream.baseUrl, ...more });
    expect(await attack(staging, production)).toEqual(APART);
  });

  it('share nothing where the service differs', async () => {
    const { storage } = openStorage();
    expect(await attack(await openShop(storage), await openShop(storage))).toEqual(APART);
  });

  it('share everything in a twin with the settings of the same shop, also while its secrets are rotated', async () => {
    const { storage } = openStorage();
    const first = await openShop(storage);
    const rotated = await openShop(storage, {
      baseUrl: first.upstream.baseUrl,
      shopSecret: 'the next shop secret',
      credentials: { ...credentials, password: 'the next password', clientSecret: 'the next secret' },
    });
    expect(await attack(first, rotated)).toEqual(TOGETHER);
  });

  if (kind !== 'memory')
    it('have the digest of the shop in every key, after the prefix', async () => {
      const { storage, keys } = openStorage();
      const shop = await openShop(storage);
      const headers = { Authorization: `Bearer ${await shop.signIn()}`, 'Content-Type': 'application/json' };
      await fetch(`${shop.url}/logout`, { method: 'POST', headers, body: '{"everywhere":true}' });
      await attack(shop, shop);
      expect((await fetch(`${shop.url}/ready`)).status).toBe(200);
      const digest = await readSettings(settingsFor(shop.upstream.baseUrl)).shop();
      const names = (await keys()).map((key) => key.split(':').slice(1));
      expect(new Set(names.map(([first]) => first))).toEqual(new Set([digest]));
      expect(new Set(names.map(([, name]) => name))).toEqual(
        new Set([
          'session',
          'signed-out',
          'known-address',
          'proof',
          'address',
          'account',
          'account-in-all',
          'unproven',
          'ready',
        ]),
      );
    });
});

describe('a storage that mixes up the shops', () => {
  /** A twin of the digest in the keys: this storage removes it. */
  function withoutDigest({ texts, counter, shared }: ProxyStorage): ProxyStorage {
    const plain = (key: string) => key.replace(/^[\w-]{43}:/, '');
    return {
      texts: {
        get: (key) => texts.get(plain(key)),
        set: (key, ...more) => texts.set(plain(key), ...more),
        add: (key, ...more) => texts.add(plain(key), ...more),
        delete: (key) => texts.delete(plain(key)),
      },
      counter: (limit) => counter({ ...limit, name: plain(limit.name) }),
      shared,
    };
  }

  it.each(OTHER_SHOPS)('opens no session of a shop with another %s', async (_, more) => {
    const storage = withoutDigest(memoryStorage());
    const staging = await openShop(storage);
    const production = await openShop(storage, { baseUrl: staging.upstream.baseUrl, ...more });
    // The counts and the proof show that the digest is gone.
    expect(await attack(staging, production)).toEqual({ ...TOGETHER, session: 401 });
  });
});

describe('the digest of a shop', () => {
  const digestOf = (baseUrl: string) => readSettings(settingsFor(baseUrl)).shop();

  it('is the same for two spellings of one host name', async () => {
    expect(await digestOf('https://API.Acme.example.com/api')).toBe(
      await digestOf('https://api.acme.example.com/api'),
    );
    expect(await digestOf('https://api.acme.example.com/API')).not.toBe(
      await digestOf('https://api.acme.example.com/api'),
    );
  });
});
