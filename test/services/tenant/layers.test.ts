import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, profileBalances } from '../../../src/client/index.ts';
import { createLoyalty } from '../../../src/services/customer/loyalty.ts';
import { balances } from '../../../src/services/customer/resources/balances.ts';
import { defineTenant, TENANT_FILE } from '../../../src/services/transport/tenant/tenant-file.ts';
import { ask, OWN } from '../../proxy/support/ask.ts';
import { openProxy, type OpenProxy } from '../../proxy/support/open-proxy.ts';
import { BASE_URL, json, scriptedFetch } from '../../support/client-fetch.ts';

// One tenant file serves the elements, the client and the proxy.

const tenantFile = defineTenant({
  data: '/result',
  operations: {
    'profiles.balances.show': {
      path: '/v3/members/{profile}/wallet',
      record: { 'points.available': '/points_balance', 'points.pending': '/points_waiting' },
    },
    'identities.search-profile': false,
    'profiles.identities.index': { data: '/data' },
  },
});
const WALLET = '/v3/members/p-1/wallet';
const ANSWER = { result: { points_balance: 120, points_waiting: 5 } };

const page = (answer: unknown = ANSWER, file: object | undefined = tenantFile) => {
  const { fetch, sent } = scriptedFetch(() => json(answer));
  const settings = { baseUrl: BASE_URL, token: 'a|b', profileId: 'p-1', tenantFile: file };
  return { loyalty: createLoyalty(settings, { fetch }), sent };
};

describe('elements with a tenant file', () => {
  it('ask at its path and read its fields', async () => {
    const { loyalty, sent } = page();
    expect(await balances.load(loyalty)).toMatchObject({
      available: 120,
      reply: { pending: 5 },
    });
    expect(sent.map(({ path }) => path)).toEqual([WALLET]);
  });

  it('take the file that a script of the page has defined', async () => {
    Reflect.set(globalThis, TENANT_FILE, tenantFile);
    try {
      const { loyalty } = page(ANSWER, undefined);
      expect(await balances.load(loyalty)).toMatchObject({ available: 120 });
    } finally {
      Reflect.deleteProperty(globalThis, TENANT_FILE);
    }
  });

  it('fail with the name of the operation where a deciding field is empty', async () => {
    const { loyalty } = page({ result: { points_waiting: 5 } });
    await expect(balances.load(loyalty)).rejects.toMatchObject({
      code: 'bad_response',
      message: 'profiles.balances.show: points.available is empty.',
    });
  });
});

it('the client with a tenant file asks at its path and gives the record of the catalogue', async () => {
  const { fetch, sent } = scriptedFetch(() => json(ANSWER));
  const client = createClient({ baseUrl: BASE_URL, token: 't', tenantFile, fetch });
  const { data } = await client.call(profileBalances, { profile: 'p-1' });
  expect(data.points).toEqual({ available: 120, pending: 5 });
  expect(sent.map(({ path }) => path)).toEqual([WALLET]);
});

it('the client refuses a tenant file with an unknown operation', () => {
  const file = { operations: { 'profiles.wallet': {} } } as object;
  expect(() => createClient({ baseUrl: BASE_URL, tenantFile: file })).toThrow(
    'tenantFile: operations: profiles.wallet is no operation of the catalogue.',
  );
});

describe('the proxy with a tenant file', () => {
  let proxy: OpenProxy;
  let token: string;
  const { 'identities.search-profile': _, ...operations } = tenantFile.operations!;
  beforeAll(async () => {
    proxy = await openProxy({
      tenantFile: {
        operations: {
          ...operations,
          'profiles.balances.show': { ...tenantFile.operations!['profiles.balances.show'], data: '/result' },
          'profiles.tier.show': false,
        },
      },
    });
    token = await proxy.signIn();
  });
  afterAll(() => proxy.stop());

  it('serves pages in the words of the catalogue', async () => {
    proxy.upstream.onCall = (_seen, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(ANSWER));
    };
    const { status, json: body } = await ask(`${proxy.url}${OWN}/balances`, token);
    expect([status, body.data.points]).toEqual([200, { available: 120, pending: 5 }]);
    expect(proxy.upstream.calls.at(-1)!.target).toBe('/api/v3/members/profile-1001/wallet');
  });

  it('answers 501 for an operation that the service does not have', async () => {
    expect((await ask(`${proxy.url}${OWN}/tier`, token)).status).toBe(501);
  });

  it('answers 502 and logs the operation where the reply cannot be mapped', async () => {
    proxy.upstream.onCall = (_seen, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end('{"result":{}}');
    };
    expect((await ask(`${proxy.url}${OWN}/balances`, token)).status).toBe(502);
    expect(proxy.log.at(-1)).toMatchObject({
      event: 'reply_not_mapped',
      operation: 'profiles.balances.show',
    });
  });
});
