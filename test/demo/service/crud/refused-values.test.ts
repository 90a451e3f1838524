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

describe('shared filters that the interface does not describe (G6)', () => {
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
