import { describe, expect, it } from 'vitest';
import { createPreloader } from '../../../src/services/customer/preload.ts';
import type { TokenCache } from '../../../src/services/customer/tokens/cache.ts';
import { profileBalances, profileTier } from '../../../src/services/contract/endpoints/index.ts';
import type { ListedEndpoint } from '../../../src/services/contract/endpoint.ts';
import type { Call } from '../../../src/services/transport/call.ts';
import type { Http } from '../../../src/services/transport/http.ts';

const PROFILE = 'profile-1';
const BALANCES = `/v3/profiles/${PROFILE}/balances`;
const TIER = `/v3/profiles/${PROFILE}/tier`;

/** A preloader of a customer whose proxy answers `page`; without one, it has no such address. */
function open(page?: () => unknown) {
  const requests: string[] = [];
  const http: Http = async ({ url }) => {
    requests.push(url);
    return page?.();
  };
  const send = (async (endpoint: ListedEndpoint) => {
    requests.push(endpoint.id);
    return `separate ${endpoint.id}`;
  }) as unknown as Call;
  const preloader = createPreloader({
    send,
    http,
    tokens: { token: async () => 'token', reject: () => {} },
    cache: { read: () => ({ page: Boolean(page) }) } as unknown as TokenCache,
    signal: new AbortController().signal,
    baseUrl: 'https://shop.example.com/loyalty',
  });
  return { preloader, requests };
}
const parameters = { profile: PROFILE };

describe('preloaded requests', () => {
  it('are one request to a proxy that answers pages', async () => {
    const { preloader, requests } = open(() => ({
      parts: { [BALANCES]: { status: 200, body: 'balances' }, [TIER]: { status: 200, body: 'tier' } },
    }));
    preloader.preload(PROFILE, ['balances', 'tier']);
    expect(await preloader.consume(profileBalances, parameters)).toBe('balances');
    expect(await preloader.consume(profileTier, parameters)).toBe('tier');
    expect(requests).toEqual(['https://shop.example.com/loyalty/page?show=balances,tier']);
  });

  it('of a part that failed, or is missing, are sent again alone', async () => {
    const { preloader, requests } = open(() => ({ parts: { [BALANCES]: { status: 503, body: {} } } }));
    preloader.preload(PROFILE, ['balances', 'tier']);
    expect(await preloader.consume(profileBalances, parameters)).toBe('separate profiles.balances.show');
    expect(await preloader.consume(profileTier, parameters)).toBe('separate profiles.tier.show');
    expect(requests).toHaveLength(3);
  });

  it.each<[string, () => unknown]>([
    ['fails', () => Promise.reject(new Error('offline'))],
    ['is not an object', () => 'html'],
    ['has no parts', () => ({})],
  ])('are sent separately where the answer of the page %s', async (_title, page) => {
    const { preloader } = open(page);
    preloader.preload(PROFILE, ['balances']);
    expect(await preloader.consume(profileBalances, parameters)).toBe('separate profiles.balances.show');
  });

  it('are sent separately without such a proxy', async () => {
    const { preloader, requests } = open();
    preloader.preload(PROFILE, ['balances', 'tier']);
    expect(await preloader.consume(profileBalances, parameters)).toBe('separate profiles.balances.show');
    expect(requests).toEqual(['profiles.balances.show', 'profiles.tier.show']);
  });

  it('are taken once, and only for the same address', () => {
    const { preloader } = open();
    preloader.preload(PROFILE, ['balances']);
    const otherProfile = { profile: 'profile-2' };
    expect(preloader.consume(profileBalances, otherProfile)).toBeUndefined();
    expect(preloader.consume(profileTier, parameters)).toBeUndefined();
    expect(preloader.consume(profileBalances, parameters)).toBeDefined();
    expect(preloader.consume(profileBalances, parameters)).toBeUndefined();
  });

  it('are sent once, and dropped when the page is loaded again', () => {
    const { preloader, requests } = open();
    preloader.preload(PROFILE, ['balances']);
    preloader.preload(PROFILE, ['balances']); // a second copy of the script
    expect(requests).toHaveLength(1);
    preloader.clear();
    expect(preloader.consume(profileBalances, parameters)).toBeUndefined();
  });
});
