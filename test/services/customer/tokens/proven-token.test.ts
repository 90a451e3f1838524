import { describe, expect, it } from 'vitest';
import { readConfig, type LoyaltySettings } from '../../../../src/services/customer/config.ts';
import type { Browser } from '../../../../src/services/customer/environment.ts';
import { fetchToken } from '../../../../src/services/customer/tokens/storefront-token.ts';
import { createHttp } from '../../../../src/services/transport/http.ts';
import { json, scriptedFetch } from '../../../support/client-fetch.ts';

const REPLY = { token: 't1', expiry: '2030-01-01T00:00:00Z', page: true, profile_id: 'p1' };
const PROXY = { proxyUrl: 'https://shop.example/loyalty', customerId: '1001' };

function sourceOf(
  settings: LoyaltySettings,
  { answer = () => json(REPLY), page }: { answer?: () => Response; page?: ReturnType<typeof pageOf> } = {},
) {
  const { fetch, sent } = scriptedFetch(answer);
  const config = readConfig({ ...PROXY, ...settings })!;
  const signal = new AbortController().signal;
  return { fetchNew: () => fetchToken({ ...page, config, http: createHttp(fetch), signal }), sent };
}

/** Answers of an address of the page, and its requests. */
function pageOf(answer: () => Response) {
  const asked: { url: string; init: RequestInit }[] = [];
  return {
    asked,
    fetch: async (url: string, init: RequestInit) => {
      asked.push({ url, init });
      return answer();
    },
    browser: { location: { origin: 'https://shop.example' } } as Browser,
  };
}

describe('a customer whom the shop proves', () => {
  it('signs in by the request itself, for the customer of the page', async () => {
    const { fetchNew, sent } = sourceOf({ proof: '' });
    expect(await fetchNew()).toEqual({
      token: 't1',
      expiry: REPLY.expiry,
      about: { profileId: 'p1', page: true },
    });
    expect(sent[0]).toMatchObject({ method: 'POST', body: { customer_id: '1001' } });
    expect(sent[0]!.url).toMatch(/^https:\/\/shop\.example\/loyalty\/login\?once=[\da-f]{32}$/);
    expect(sent[0]!.headers).not.toHaveProperty('authorization');
  });

  it('has another address for each sign-in', async () => {
    const { fetchNew, sent } = sourceOf({ proof: '' });
    await fetchNew();
    await fetchNew();
    expect(new Set(sent.map(({ url }) => url)).size).toBe(2);
  });

  it('signs in with a token that a function gets', async () => {
    const { fetchNew, sent } = sourceOf({ proof: async () => 'a.b.c' });
    await fetchNew();
    expect(sent[0]!.headers).toMatchObject({ authorization: 'Bearer a.b.c' });
  });

  it('signs in with a token of an address of the page', async () => {
    const page = pageOf(() => new Response(' a.b.c\n'));
    const { fetchNew, sent } = sourceOf({ proof: '/customer/current.jwt?app_client_id=1' }, { page });
    await fetchNew();
    expect(sent[0]!.headers).toMatchObject({ authorization: 'Bearer a.b.c' });
    expect(page.asked).toMatchObject([
      {
        url: 'https://shop.example/customer/current.jwt?app_client_id=1',
        init: { mode: 'same-origin', credentials: 'same-origin', cache: 'no-store', redirect: 'error' },
      },
    ]);
  });

  it.each<[what: string, settings: LoyaltySettings, page?: () => Response]>([
    ['an address that answers 404', { proof: '/jwt' }, () => new Response('', { status: 404 })],
    ['an address that answers with a page', { proof: '/jwt' }, () => new Response('<html lang="en">')],
    ['an empty token', { proof: async () => '' }],
    ['no token', { proof: (async () => undefined) as never }],
  ])('is a guest with %s, and the proxy is not asked', async (_, settings, page = () => new Response('')) => {
    const { fetchNew, sent } = sourceOf(settings, { page: pageOf(page) });
    await expect(fetchNew()).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(sent).toEqual([]);
  });

  it('is a guest where the proxy refuses the proof', async () => {
    const { fetchNew } = sourceOf({ proof: '' }, { answer: () => json({ message: 'Please sign in.' }, 401) });
    await expect(fetchNew()).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  it.each([{ ...REPLY, profile_id: undefined }, { ...REPLY, token: undefined }, null])(
    'fails for the reply %j',
    async (reply) => {
      const { fetchNew } = sourceOf({ proof: '' }, { answer: () => json(reply) });
      await expect(fetchNew()).rejects.toMatchObject({ code: 'bad_response' });
    },
  );
});

describe('settings with a proof', () => {
  it.each<[LoyaltySettings, string | undefined]>([
    [{ proof: '' }, 'proven'],
    [{ proof: '', customerId: '' }, 'guest'],
    [{ proof: '', customerId: null }, 'guest'],
    [{ proof: null }, undefined],
    [{ proof: null, customerId: null }, 'proxy'],
    [{ proof: '', token: 't' }, undefined],
    [{ proof: '', signature: 'a'.repeat(64) }, undefined],
    [{ proof: '', customerId: 'x'.repeat(256) }, undefined],
    [{ proof: '', proxyUrl: null, baseUrl: 'https://api.acme.example.com/api' }, undefined],
  ])('%o make the customer %s', (settings, kind) => {
    expect(readConfig({ ...PROXY, ...settings })?.customer.kind).toBe(kind);
  });
});
