import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import type { Endpoint } from '../../../../src/services/contract/endpoints/index.ts';
import { openService, type OpenService, type Sent } from '../../../support/service-open.ts';

let service: OpenService;
let token: string;
beforeAll(async () => {
  service = await openService();
  token = await service.machineToken();
});
afterAll(() => service.drop());
const call = (endpoint: Endpoint, sent: Sent = {}) => service.call(endpoint, { token, ...sent });

describe('shared filters that the interface does not describe', () => {
  it.each(['search_with=ann', 'custom_field=colour', 'json_contains[meta]=x', 'search_with[name]=ann'])(
    'answer 422 in the query: %s',
    async (query) => {
      const name = /^\w+/.exec(query)![0];
      for (const endpoint of [on.profiles, on.brands, on.profileRedemptions]) {
        const path = { profile: 'profile-1003' };
        const { status, body } = await call(endpoint, { path, query: `?${query}` });
        expect([endpoint.id, status, Object.keys(body.errors)]).toEqual([endpoint.id, 422, [name]]);
      }
    },
  );
});

describe('a parameter that a list does not have', () => {
  it.each([
    'page=2',
    'limit=5',
    'per_page=5',
    'offset=10',
    'cursor=x',
    'page[cursor]=x',
    'page[size',
    'Sort=id',
    'email=ann@example.com',
    'group_by=month',
  ])('answers 422 instead of a page that was not asked for: %s', async (query) => {
    const [name = ''] = query.split('=');
    for (const endpoint of [on.profiles, on.brands, on.profileRedemptions, on.groupBenefitDefinitions]) {
      const { status, body } = await call(endpoint, {
        path: { profile: 'profile-1003' },
        query: `?${query}`,
      });
      expect([endpoint.id, status, Object.keys(body.errors)]).toEqual([endpoint.id, 422, [name]]);
      expect(body.errors[name][0]).toContain('page[size]');
    }
  });

  it('of one list is known there', async () => {
    const path = { profile: 'profile-1003', attribute: 'handle' };
    const grouped = await call(on.groupProfileTransactions, {
      path,
      query: '?group_by=currency&page[size]=2',
    });
    expect(grouped.status).toBe(200);
    expect((await call(on.searchRateAttributes, { path, query: '?search=points' })).status).toBe(200);
  });
});

describe('a time that something happened', () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const profile_id = 'profile-1003';
  const cases: [Endpoint, string, (at: string) => object][] = [
    [
      on.addTransaction,
      'transacted_at',
      (transacted_at) => ({ external_id: `t-${transacted_at}`, total: 10, profile_id, transacted_at }),
    ],
    [on.addOrder, 'ordered_at', (ordered_at) => ({ profile_id, ordered_at })],
    [on.addInteraction, 'occurred_at', (occurred_at) => ({ profile_id, type: 'call', occurred_at })],
    [on.addTierPoint, 'earned_at', (earned_at) => ({ profile_id, value: 5, earned_at })],
  ];

  it.each(cases)('$id: may be a day ahead, and not more', async (endpoint, field, bodyAt) => {
    const sent = await call(endpoint, { body: bodyAt(inDays(0.9)) });
    expect([sent.status, sent.body.errors]).toEqual([200, undefined]);
    const refused = await call(endpoint, { body: bodyAt(inDays(1.1)) });
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, [field]]);
    expect((await call(endpoint, { body: bodyAt('2040-01-01T10:00:00Z') })).status).toBe(422);
  });
});

describe('a value of free form', () => {
  const path = { profile: 'profile-1003' };
  it('has at most 16 KiB as JSON: the data of a custom event, settings, meta', async () => {
    const text = (bytes: number) => 'x'.repeat(bytes - '{"text":""}'.length);
    const event = (bytes: number) =>
      call(on.addProfileCustomEvent, { path, body: { name: 'visit', data: { text: text(bytes) } } });
    expect((await event(16_384)).status).toBe(200);
    const refused = await event(16_385);
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { data: ['The data field has to have at most 16 KiB as JSON.'] },
    ]);
    const order = await call(on.addOrder, { body: { items: [], meta: [text(20_000)] } });
    expect([order.status, Object.keys(order.body.errors)]).toEqual([422, ['meta']]);
  });
});

describe('a saved filter', () => {
  const add = (more: object) =>
    call(on.addSavedFilter, {
      body: { name: 'Mine', model: 'redemption', filter: { type: 'credit' }, ...more },
    });

  it.each([
    [{ model: 'brand', filter: { name: 'Harbour' }, sort: '-name' }],
    [{ model: 'profile', filter: { email: { in: 'a@example.com,b@example.com' } } }],
    [{ filter: { redeem_at: { gte: '2026-01-01' } }, sort: 'created_at,-id' }],
  ])('with existing attributes and operators is stored: %j', async (more) => {
    expect((await add(more)).status).toBe(200);
  });

  it.each([
    [{ model: 'dragon' }, 'model'],
    [{ filter: { colour: 'red' } }, 'filter.colour'],
    [{ filter: { type: { like: 'x' } } }, 'filter.type'],
    [{ sort: '-colour' }, 'sort'],
  ])('with others answers 422: %j', async (more, field) => {
    const { status, body } = await add(more);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it('is checked again when it is edited', async () => {
    const { id } = (await add({})).body.data;
    const edited = await call(on.editSavedFilter, {
      path: { savedFilter: String(id) },
      body: { model: 'brand' },
    });
    expect(Object.keys(edited.body.errors)).toEqual(['filter.type']);
  });
});

describe('meta and tags of a definition', () => {
  it.each([
    [on.addRewardDefinition, { points_cost: 1 }],
    [on.addBenefitDefinition, {}],
    [on.addPointDefinition, { value: 5 }],
    [on.addTierDefinition, { points_required: 123_456 }],
    [on.addAchievementDefinition, { points_required: 5 }],
    [on.addCreditDefinition, { value: 5 }],
  ] as [Endpoint, object][])('are empty lists where nothing was set: $id', async (endpoint, more) => {
    const body = { name: 'Plain', handle: `plain-${endpoint.id.replace(/\W/g, '-')}`, ...more };
    const { status, body: added } = await call(endpoint, { body });
    expect([status, added.data?.meta, added.data?.tags]).toEqual([200, [], []]);
  });
});

describe('the e-mail address of a deleted profile', () => {
  it('stays reserved, and the conflict says why', async () => {
    const email = 'gone@example.com';
    const { body } = await call(on.addProfile, { body: { email } });
    await call(on.deleteProfile, { path: { profile: body.data.id } });
    const exists = await call(on.profileExists, { body: { email } });
    expect(exists.body.data).toEqual({ exists: false, is_reserved: true });
    const refused = await call(on.addProfile, { body: { email } });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'A deleted profile has this email until it is purged.',
    ]);
    const free = await call(on.profileExists, { body: { email: 'nobody@example.com' } });
    expect(free.body.data).toEqual({ exists: false, is_reserved: false });
  });
});

describe('the value of a custom field', () => {
  const path = { model: 'profile', id: 'profile-1003' };
  const add = (type: string, value: string) =>
    call(on.addCustomField, { path, body: { name: 'F', handle: `f-${type}-${value.length}`, type, value } });

  it.each([
    ['integer', 'abc'],
    ['integer', '1.5'],
    ['number', '1e9'],
    ['boolean', 'perhaps'],
    ['date', '2026-02-30'],
  ])('of type %s cannot be %s', async (type, value) => {
    const { status, body } = await add(type, value);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['value']]);
  });

  it.each([
    ['integer', '-12'],
    ['number', '1.50'],
    ['boolean', 'true'],
    ['date', '2026-02-28'],
    ['text', 'abc'],
    ['integer', ''],
  ])('of type %s can be %j', async (type, value) => {
    expect((await add(type, value)).status).toBe(200);
  });
});

it('the error of a list that is too long counts items', async () => {
  const tags = Array.from({ length: 101 }, (_, at) => `tag-${at}`);
  const { status, body } = await call(on.addRewardDefinition, {
    body: { name: 'Many', handle: 'many', points_cost: 1, tags },
  });
  expect([status, body.errors.tags]).toEqual([422, ['The tags field is too long: at most 100 items.']]);
});

describe('the security code of a credit', () => {
  const ISSUED = { name: 'Gift', handle: 'gift-code', value: 10, is_published: true };

  it('is shown to tokens that may redeem credits, and has no filter', async () => {
    const { body: definition } = await call(on.addCreditDefinition, { body: ISSUED });
    const { body: added } = await call(on.addCredit, {
      body: { profile_id: 'profile-1003', credit_definition_id: definition.data.id },
    });
    expect(added.data.security_code).toMatch(/^\w{8}$/);
    const reader = await service.machineToken('incentives.read');
    const path = { credit: String(added.data.id) };
    const read = await service.call(on.readCredit, { path, token: reader });
    expect([read.status, read.body.data.security_code]).toEqual([200, null]);
    const query = `?filter[security_code]=${added.data.security_code}`;
    expect((await service.call(on.credits, { query, token: reader })).status).toBe(422);
  });
});
