import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as on from '../../../src/services/contract/endpoints/index.ts';
import { SHOP } from '../support/open-proxy.ts';
import { openServiceProxy, type ServiceProxy } from '../support/open-service-proxy.ts';

// The service limits by address; behind the proxy all clients have the proxy's, unless the service trusts it to name theirs.

const LOCAL = ['127.0.0.1'];
const LIMITS = { linkRequestsPerMinute: 20, wrongLinksPerMinute: 20 };

async function sharedList({ service }: ServiceProxy): Promise<string> {
  const token = await service.tokenOf('1003');
  const path = { profile: 'profile-1003', list: 'wishlist' };
  return (await service.call(on.addProfileListShare, { path, body: { role: 'viewer' }, token })).body.data
    .handle;
}

/** Statuses of requests for a link, from clients whose addresses the server in front of the proxy names. */
async function statusesOf({ url }: ServiceProxy, handle: string, clients: readonly string[], times: number) {
  const statuses: number[] = [];
  for (const client of clients) {
    for (let at = 0; at < times; at++) {
      const headers = { Origin: SHOP, 'X-Forwarded-For': client, 'X-Forwarded-Proto': 'https' };
      statuses.push((await fetch(`${url}/v3/lists/shares/${handle}/no_profile`, { headers })).status);
    }
  }
  return statuses;
}
const clients = (count: number) => Array.from({ length: count }, (_, at) => `203.0.113.${at + 1}`);
const WRONG = 'w'.repeat(32);

describe('limits of the service behind the proxy', () => {
  let proxy: ServiceProxy;
  let link: string;
  beforeAll(async () => {
    proxy = await openServiceProxy({ trustedHops: LOCAL }, { ...LIMITS, trustedHops: LOCAL });
    link = await sharedList(proxy);
  });
  beforeEach(() => proxy.service.db.deleteFrom('request_windows').execute());
  afterAll(() => proxy.stop());

  it('wrong links of some clients do not close the lists for others', async () => {
    const wrong = await statusesOf(proxy, WRONG, clients(3), 10);
    expect(new Set(wrong)).toEqual(new Set([404]));
    expect(await statusesOf(proxy, link, ['203.0.113.99'], 1)).toEqual([200]);
  });

  it('many clients read one list', async () => {
    expect(new Set(await statusesOf(proxy, link, clients(16).slice(3), 5))).toEqual(new Set([200]));
  });

  it('a client that reaches the service itself cannot name another address', async () => {
    const from = '198.51.100.4';
    const ask = (name: string) =>
      proxy.service.send('GET', `/api/v3/lists/shares/${WRONG}/no_profile`, {
        from,
        headers: { 'X-Forwarded-For': name, 'X-Forwarded-Proto': 'https' },
      });
    const statuses: number[] = [];
    for (let at = 0; at < 21; at++) statuses.push((await ask(`203.0.113.${at}`)).status);
    // Without https the request is refused before; no window counts an address that it names.
    const windows = await proxy.service.db.selectFrom('request_windows').select('key').execute();
    expect(windows.filter(({ key }) => key.includes('203.0.113.'))).toEqual([]);
    expect(statuses).not.toContain(200);
  });

  it('counts new tokens of customers by the address of the client', async () => {
    await proxy.service.db.deleteFrom('tokens').where('profile_id', '=', 'profile-1002').execute();
    const through = { 'X-Forwarded-For': '203.0.113.50', 'X-Forwarded-Proto': 'https' };
    const session = await proxy.signIn('1002', through);
    await fetch(`${proxy.url}/v3/profiles/profile-1002/balances`, {
      headers: {
        Authorization: `Bearer ${session}`,
        Origin: SHOP,
        ...through,
      },
    });
    const windows = await proxy.service.db.selectFrom('request_windows').select('key').execute();
    expect(windows.map(({ key }) => key)).toContain('storefront-address:203.0.113.50');
  });
});

describe('limits of a service that does not trust the proxy: the twin', () => {
  let proxy: ServiceProxy;
  beforeAll(async () => {
    proxy = await openServiceProxy({ trustedHops: LOCAL }, LIMITS);
  });
  afterAll(() => proxy.stop());

  it('wrong links of some clients close the lists for all', async () => {
    const link = await sharedList(proxy);
    expect(await statusesOf(proxy, WRONG, clients(3), 10)).toContain(429);
    expect(await statusesOf(proxy, link, ['203.0.113.99'], 1)).toEqual([429]);
  });
});
