import { describe, expect, it } from 'vitest';
import { checkBody, checkQuery } from '../../../src/proxy/allow-list/check-request.ts';
import type { BodyNames, EndpointFields } from '../../../src/proxy/allow-list/fields.ts';

const session = { profileId: '7', customerId: 'c', names: [], expiresAt: 0 };
const below = (names: readonly string[]): BodyNames =>
  new Map(names.map((name) => [name, { below: new Map() as BodyNames }]));
const tree: BodyNames = new Map();
(tree as Map<string, { below: BodyNames }>).set('more', { below: tree });
const fields: EndpointFields = {
  query: new Set(['page[size]', 'sort', 'profile_view']),
  attributes: new Set(['id', 'profile_id', 'created_at']),
  body: new Map([
    ...below(['name', 'profile_id']),
    ['links', { below: below(['profile_id', 'kind']) }],
    ['more', { below: tree }],
  ]),
};

const statusOf = (check: () => void): number => {
  try {
    check();
    return 200;
  } catch (refusal) {
    return (refusal as { status: number }).status;
  }
};
const query = (text: string) => statusOf(() => checkQuery(text, fields, session));
const body = (text: string) => statusOf(() => checkBody(text, fields, session));

describe('checkQuery', () => {
  it.each([
    '',
    '?',
    '?page[size]=2&sort=-id,created_at,,id',
    '?sort=',
    '?profile_view=x',
    '?filter[id]=1&filter[id][in]=1,2',
    '?filter[profile_id]=7',
    '?filter[profile_id][eq]=7',
  ])('accepts %s', (text) => {
    expect(query(text)).toBe(200);
  });

  it.each([
    ['?page[size]=2;x=1', 400],
    ['?page=2', 400],
    ['?sort=name', 400],
    ['?sort=-id,name', 400],
    ['?sort=id-', 400],
    ['?sort=--id', 400],
    ['?filter[name]=1', 400],
    ['?filter[id][like]=1', 400],
    ['?filter[]=1', 400],
    ['?filter[id]x=1', 400],
    ['?xfilter[id]=1', 400],
    ['?filter[id][in]x=1', 400],
    ['?filter[id][]=1', 400],
    ['?filter[profile_id]=8', 403],
    ['?filter[profile_id][in]=7', 403],
    ['?filter[profile_id][ne]=7', 403],
    ['?filter[id]=1&filter[profile_id]=8', 403],
  ])('refuses %s', (text, status) => {
    expect(query(text)).toBe(status);
  });
});

describe('checkBody', () => {
  const nested = (depth: number) => `${'{"more":'.repeat(depth)}1${'}'.repeat(depth)}`;
  const list = (depth: number) => `{"name":${'['.repeat(depth)}${']'.repeat(depth)}}`;

  it.each([
    '{}',
    '1',
    'null',
    '"x"',
    '{"name":"a"}',
    '{"name":null}',
    '{"name":["a","profile_id: b"]}',
    '{"name":"\\"profile_id\\": 8"}',
    '{"name" : "a\\\\", "profile_id"\n:\t"7"}',
    '{"profile_id":7}',
    '[{"name":"a"},{"name":"b"}]',
    '{"links":[{"profile_id":"7","kind":"a"},{"profile_id":7}]}',
    nested(16),
    list(16),
  ])('accepts %s', (text) => {
    expect(body(text)).toBe(200);
  });

  it.each([
    ['{"other":1}', 400],
    ['[{"name":"a"},{"other":1}]', 400],
    ['{"links":[{"name":"a"}]}', 400],
    ['{"links":{"links":1}}', 400],
    ['{"name":{"x":1}}', 400],
    ['{"name":1,"name":2}', 400],
    ['{"name":1,"n\\u0061me":2}', 400],
    ['{"links":[{"kind":1,"kind":2}]}', 400],
    ['{"name":"x","__proto__":1}', 400],
    ['{"profile_id":"8"}', 403],
    ['{"profile_id":8}', 403],
    ['{"profile_id":null}', 403],
    ['{"profile_id":true}', 403],
    ['{"profile_id":["7"]}', 403],
    ['{"profile_id":{"id":"7"}}', 403],
    ['{"links":[{"profile_id":"8"}]}', 403],
    [nested(18), 400],
    [list(17), 400],
  ])('refuses %s', (text, status) => {
    expect(body(text)).toBe(status);
  });
});
