import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openProxy, type OpenProxy } from './support/open-proxy.ts';

// Which query parameters and body fields the proxy forwards: only those that the endpoint takes.

const OWN = '/v3/profiles/profile-1001';
let proxy: OpenProxy;
let token: string;
beforeAll(async () => {
  proxy = await openProxy();
  token = await proxy.signIn();
});
afterAll(() => proxy.stop());
beforeEach(() => proxy.upstream.clear());

async function ask(path: string, init: RequestInit = {}, { url } = proxy, bearer = token) {
  const headers = {
    Authorization: `Bearer ${bearer}`,
    ...(init.body && { 'Content-Type': 'application/json' }),
  };
  const response = await fetch(url + OWN + path, { ...init, headers });
  await response.arrayBuffer();
  return response.status;
}
const send = (path: string, body: string, method = 'POST') => ask(path, { method, body });

/** A check by a list of forbidden names instead of the table: it misses other spellings. */
const DENIED_NAME = /^profile(_id|Id)?$/;
const deniedQuery = (query: string) =>
  query.includes('profile') &&
  [...new URLSearchParams(query)].some(([name]) => DENIED_NAME.test(name.replace(/\[.*/, '')));
const deniedBody = (body: string) => Object.keys(JSON.parse(body)).some((name) => DENIED_NAME.test(name));

describe('query of a forwarded request', () => {
  const passedTheDenyList = [
    '?%70rofile_id=profile-1002',
    '?pro%66ile=profile-1002',
    '?filter[profile_id]=profile-1002',
    '?filter%5Bprofile_id%5D=profile-1002',
    '?filter[profile_id][in]=profile-1001,profile-1002',
    '?filter[profile_id][ne]=profile-1001',
    '?filter[profile_id][nullable]=0',
    '?filter[profile_id]=profile-1001&filter[profile_id]=profile-1002',
    '?filter[profile]=profile-1002',
    '?profile_ids=profile-1002',
    '?Profile_id=profile-1002',
    '?PROFILE=profile-1002',
    '?customer=1002',
    '?id=1002',
    '?with=profile.identities',
    '?include=profiles',
    '?filter[creator_profile_id]=profile-1002',
    '?filter[id][or]=1',
    '?filter[id][eq][x]=1',
    '?filter[__proto__]=1',
    '?filter=profile_id:profile-1002',
    '?filter[id].profile_id=profile-1002',
    '?filter[ profile_id]=profile-1002',
    '?sort=-created_at;profile_id=profile-1002',
    '?sort=(select+1)',
    '?filter[external_id]=1;profile_id=profile-1002',
    '?%2570rofile_id=profile-1002',
    '?page[number]=1&page[offset]=2',
    '?__proto__=1',
    '?constructor=1',
  ];
  it.each(passedTheDenyList)('is refused: %s', async (query) => {
    expect([400, 403]).toContain(await ask(`/redemptions${query}`));
    expect(proxy.upstream.calls).toEqual([]);
  });

  it('passes a twin with a list of forbidden names in most of these spellings', () => {
    const passed = passedTheDenyList.filter((query) => !deniedQuery(query));
    expect(passed.length).toBeGreaterThan(20);
    expect(passed).toContain('?filter[profile_id]=profile-1002');
  });

  it.each([
    '?profile_id=profile-1002',
    '?profileId=x',
    '?profile[id]=profile-1002',
    '?profile_id=profile-1001',
  ])('is refused here and by the list of forbidden names: %s', async (query) => {
    expect(await ask(`/redemptions${query}`)).toBe(400);
    expect(proxy.upstream.calls).toEqual([]);
  });

  it('is refused where the endpoint takes none', async () => {
    for (const path of [
      '/balances?sort=id',
      '/balances?page[size]=1',
      '/tier?filter[id]=1',
      '/benefits/count?x=1',
    ])
      expect([path, await ask(path)]).toEqual([path, 400]);
    expect(proxy.upstream.calls).toEqual([]);
  });

  it.each([
    '/rewards?page[size]=100&page[number]=1',
    '/lists/wishlist/items?page%5Bsize%5D=100&page%5Bnumber%5D=2',
    '/redemptions?filter[created_at][gte]=2026-01-01&sort=-created_at&page[size]=50',
    '/redemptions?filter[profile_id]=profile-1001',
    '/redemptions?filter[profile_id][eq]=profile-1001',
    '/group_orders?group_by=status&filter[status][not_in]=open,held&sort=-count',
    '/credits?filter[expires_at][lte]=2026-12-31',
  ])('is forwarded where the catalogue has the parameters: %s', async (path) => {
    expect(await ask(path)).toBe(200);
    expect(proxy.upstream.calls[0]?.target).toBe(`/api${OWN}${path}`);
  });
});

describe('body of a forwarded request', () => {
  const passedTheDenyList = [
    '{"profiles":["profile-1002"]}',
    '{"profile_ids":["profile-1002"]}',
    '{"Profile_id":"profile-1002"}',
    '{"owner":"profile-1002"}',
    '{"name":"x","points_cost":0}',
    '{"__proto__":{"profile_id":"profile-1002"}}',
    '{"name":{"profile_id":"profile-1002"}}',
    '{"name":[{"profile_id":"profile-1002"}]}',
  ];
  it.each([
    ...passedTheDenyList,
    '{"profile_id":"profile-1002"}',
    '{"profile_id":"profile-1001","profile_id":"profile-1002"}',
    '{"profile_id":"profile-1002","profile_id":"profile-1001"}',
    '{"a":[{"b":{"profileId": "profile-1002"}}]}',
    // The name appears only after the escapes are decoded.
    '{"\\u0070\\u0072\\u006f\\u0066\\u0069\\u006c\\u0065_id":"1002"}',
    '{"\\u0070rofile":{"id":"1002"}}',
    '{"profile":["profile-1002"]}',
    '{"x":"\\"","profile_id":2}',
    '{"profile_id":null}',
    '[{"profile_id" : "profile-1002"}]',
    '{"name":"a","name":"b"}',
    '{"name":"a","\\u006eame":"b"}',
    `${'['.repeat(9_000)}${']'.repeat(9_000)}`,
  ])('is refused: %s', async (body) => {
    expect(await send('/lists', body)).toBe(400);
    expect(proxy.upstream.calls).toEqual([]);
  });

  it('passes a twin with a list of forbidden names in these spellings', () => {
    expect(passedTheDenyList.filter((body) => !deniedBody(body))).toEqual(passedTheDenyList);
  });

  it('may not name another profile in the fields that the endpoint takes', async () => {
    const product = (profile: unknown) =>
      send('/lists/wishlist/custom', JSON.stringify({ name: 'x', profile_id: profile }));
    expect(await product('profile-1001')).toBe(200);
    for (const other of ['profile-1002', ['profile-1001'], { id: 'profile-1001' }, null, 1001])
      expect([other, await product(other)]).toEqual([other, 403]);
    const dates = (profile_id: string) =>
      send('/attributes/dates', JSON.stringify([{ id: '1', links: [{ profile_id }] }]), 'PUT');
    expect(await dates('profile-1002')).toBe(403);
    expect(await dates('profile-1001')).toBe(200);
  });

  it('is forwarded where the catalogue has the fields', async () => {
    for (const [path, body] of [
      ['/rewards', '{"reward_definition_id":7}'],
      ['/rewards', '{"reward_definition_id":7,"steps":12}'],
      ['/benefits/claim', '{"benefit_definition_id":7}'],
      ['/lists', '{"type":"wishlist","handle":"wishlist","name":"Wishlist"}'],
      ['/lists/wishlist/items', '{"product_id":"lamp","quantity":2,"note":"a \\"profile_id\\": b"}'],
      ['/addresses', '{"line_1":"x","country":"NL"}'],
    ] as const) {
      expect([path, await send(path, body)]).toEqual([path, 200]);
    }
  });

  it.each(['amount', 'currency', 'points_spent', 'points_cost', 'step_amount', 'expires_at', 'code'])(
    'may not name %s of a claim, whatever its steps',
    async (name) => {
      const body = { reward_definition_id: 7, steps: 12, [name]: '900' };
      expect(await send('/rewards', JSON.stringify(body))).toBe(400);
      expect(proxy.upstream.calls).toEqual([]);
    },
  );

  it('is refused where the endpoint takes none', async () => {
    expect(await send('/lists/wishlist', '{"name":"x"}', 'DELETE')).toBe(400);
    expect(proxy.upstream.calls).toEqual([]);
  });
});

it('additional fields of a tenant › are accepted where the settings name them, for that endpoint only', async () => {
  const fields = { 'profiles.lists.items.store': { query: ['notify'], body: ['colour'] } } as const;
  const own = await openProxy({ fields });
  const bearer = await own.signIn();
  const add = (path: string, body: string) => ask(path, { method: 'POST', body }, own, bearer);
  expect(await add('/lists/wishlist/items?notify=1', '{"product_id":"lamp","colour":"sage"}')).toBe(200);
  expect(await add('/lists/wishlist/items', '{"product_id":"lamp","colour":{"profile_id":"x"}}')).toBe(400);
  expect(await add('/lists', '{"colour":"sage"}')).toBe(400);
  await own.stop();
  await expect(openProxy({ fields: { 'profiles.lists.items.stor': {} } as never })).rejects.toThrow(
    'there is no operation profiles.lists.items.stor',
  );
});
