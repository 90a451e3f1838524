import { describe, expect, it } from 'vitest';
import { createFieldTable, type BodyNames } from '../../../src/proxy/allow-list/fields.ts';
import { isProfileScoped } from '../../../src/proxy/allow-list/allow-list.ts';
import { denialOf } from '../../../src/proxy/allow-list/denied.ts';
import { createMatcher } from '../../../src/proxy/allow-list/matcher.ts';
import { allowedEndpoints } from '../../../src/proxy/index.ts';
import * as catalogue from '../../../src/services/contract/endpoints/index.ts';
import { endpoint } from '../../../src/services/contract/endpoint.ts';

it('table of fields › equals the stored table, so that an endpoint with new fields is noticed', async () => {
  const fieldsOf = createFieldTable(allowedEndpoints(), {});
  const write = (names: BodyNames): string =>
    [...names].map(([name, { below }]) => name + (below.size ? `{${write(below)}}` : '')).join(' ');
  const lines = [...allowedEndpoints()]
    .sort((a, b) => a.id.localeCompare(b.id))
    .map((endpoint) => {
      const { query, attributes, body } = fieldsOf(endpoint);
      const parts = [
        query.size && `  query: ${[...query].join(' ')}`,
        attributes.size && `  filter, sort: ${[...attributes].join(' ')}`,
        body.size && `  body: ${write(body)}`,
      ];
      return [`${endpoint.method} ${endpoint.id}`, ...parts.filter(Boolean)].join('\n');
    });
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../fields.txt');
});

describe('table of fields', () => {
  const NOTHING = { query: new Set(), attributes: new Set(), body: new Map() };

  it('adds the fields that the settings name for an operation, with no names below them', () => {
    const fieldsOf = createFieldTable(allowedEndpoints(), {
      'profiles.lists.items.store': { query: ['notify'], body: ['colour'] },
      'profiles.lists.store': {},
    });
    const plain = createFieldTable(allowedEndpoints(), {});
    const { query, body } = fieldsOf(catalogue.addListItem);
    const before = plain(catalogue.addListItem);
    expect([...query]).toEqual([...before.query, 'notify']);
    expect([...body.keys()]).toEqual([...before.body.keys(), 'colour']);
    expect(body.get('colour')).toEqual({ below: new Map() });
    expect(fieldsOf(catalogue.addList)).toEqual(plain(catalogue.addList));
  });

  it('accepts any name, at any depth, in a field of free form, and in no other', () => {
    const { body } = createFieldTable([], {})(catalogue.estimateIncentives);
    expect(body.get('of_any_name')).toBeUndefined();
    const line = body.get('items')!.below;
    expect(line.get('of_any_name')!.below.get('of_any_name')).toBeDefined();
    expect(body.get('total')!.below.get('of_any_name')).toBeUndefined();
  });

  it('derives the fields of an endpoint outside the table, and has none for one without a contract', () => {
    const fieldsOf = createFieldTable([], {});
    expect(fieldsOf(catalogue.addList).body.has('name')).toBe(true);
    expect(fieldsOf(endpoint('GET', '/v3/unknown', 'unknown'))).toEqual(NOTHING);
  });
});

describe('denialOf', () => {
  const of = (method: 'GET' | 'POST', rest: string) =>
    denialOf(endpoint(method, `/v3/profiles/{profile}/${rest}`, 'a'));

  it.each([
    ['purge', 'merge', 'type', 'sync'],
    [
      'import',
      'imports/{import}',
      'x/imports',
      'webhook',
      'webhooks/{webhook}',
      'x/webhook/y',
      'x/batch.json',
      'batches',
    ],
    ['unattach', 'transactions/{transaction}/unattach', 'resync', 'tiers/calculate'],
    ['find-transactions', 'linked', 'linked_redemptions', 'linked/redemptions'],
  ])('denies reading and writing %s, %s and the like', (...paths) => {
    for (const rest of paths)
      for (const method of ['GET', 'POST'] as const)
        expect([rest, of(method, rest)]).not.toEqual([rest, undefined]);
  });

  it.each([
    [
      'transactions',
      'transaction',
      'orders',
      'orders/{order}',
      'group_orders',
      'points',
      'credits',
      'ledgers/{ledger}',
    ],
    [
      'tier',
      'tiers',
      'tiers/assign',
      'achievements',
      'aggregations/{aggregation}',
      'rewards/{reward}',
      'redemptions',
      'benefits',
      'benefits/{benefit}',
      'benefits/claim/x',
    ],
    [
      'identities',
      'connections',
      'regions',
      'statuses',
      'tags',
      'attributes/custom',
      'interactions',
      'custom-event',
    ],
  ])('denies writing %s, %s and the like, and allows reading them', (...paths) => {
    for (const rest of paths) {
      expect([rest, of('POST', rest)]).not.toEqual([rest, undefined]);
      expect([rest, of('GET', rest)]).toEqual([rest, undefined]);
    }
  });

  it.each([
    'purged',
    'repurge',
    'merged',
    'retype',
    'x/achievements',
    'x/aggregations',
    'x/redemptions',
    'x/connections',
    'x/statuses',
    'x/attributes/custom',
    'x/interactions',
    'my-custom-event',
    'a/merge',
    'synced',
    'types',
    'importance',
    'my-imports-x',
    'webhooked',
    'unattached',
    'x-resync',
    'recalculate',
    'my-transactions',
    'preorders',
    'x/points',
    'x/find-transactions',
    'find-transactions/x',
    'links',
    'unlinked',
    'tiered',
    'x/tiers',
    'rewards',
    'x/rewards/{reward}',
    'benefits/claim',
    'x/benefits',
    'x/identities',
    'x/tags',
    'custom-events',
    'lists',
    'addresses',
    'x/regions',
  ])('allows writing %s', (rest) => {
    expect(of('POST', rest)).toBeUndefined();
  });
});

it.each([
  ['/v3/profiles/{profile}/balances', true],
  ['/v3/profiles/{profile}', true],
  ['/v3/profiles/{profile}s', false],
  ['/v3/profiles/merge/x', false],
  ['/x/v3/profiles/{profile}/balances', false],
] as const)('isProfileScoped › returns for %s: %s', (path, is) => {
  expect(isProfileScoped(endpoint('GET', path, 'a'))).toBe(is);
});

it('denialOf › does not apply to endpoints that are not below a profile', () => {
  expect(denialOf(endpoint('GET', '/x/v3/profiles/{profile}/purge', 'a'))).toBeUndefined();
});

describe('matcher for paths of several lengths', () => {
  const short = endpoint('GET', '/v3/a', 'a');
  const long = endpoint('GET', '/v3/a/{b}', 'b');
  const other = endpoint('PUT', '/v3/a/{b}', 'c');
  const denied = endpoint('DELETE', '/v3/a/{b}', 'd');
  const third = endpoint('POST', '/v3/a/x', 'e');
  const fourth = endpoint('POST', '/v3/{c}/y', 'f');
  const all = [fourth, short, long, other, denied, third];
  // Created in each test, so that a mutant of its factory is found.
  const match = (method: string, segments: readonly string[]) =>
    createMatcher(all, new Set([short, long, other, third, fourth]))(method, segments);

  it('finds each path by its number of segments, and no longer path', () => {
    expect(match('GET', ['v3', 'a'])).toEqual({ endpoint: short, parameters: {} });
    expect(match('GET', ['v3', 'a', '1'])).toEqual({ endpoint: long, parameters: { b: '1' } });
    expect(match('GET', ['v3', 'a', '1', '2'])).toBeUndefined();
    expect(match('GET', ['v3'])).toBeUndefined();
  });

  it('returns the allowed methods of a path for another method', () => {
    expect(match('DELETE', ['v3', 'a', '1'])).toEqual(['GET', 'PUT']);
    expect(match('PATCH', ['v3', 'a', '1'])).toEqual(['GET', 'PUT']);
    expect(match('PATCH', ['v3', 'a', 'x'])).toEqual(['POST', 'GET', 'PUT']);
    expect(match('PATCH', ['v3', 'b', '1'])).toBeUndefined();
  });

  it('prefers the template whose first different segment is literal', () => {
    const inverse = createMatcher([third, fourth], new Set([third, fourth]));
    for (const one of [match, inverse]) {
      expect(one('POST', ['v3', 'a', 'x'])).toEqual({ endpoint: third, parameters: {} });
      expect(one('POST', ['v3', 'a', 'y'])).toEqual({ endpoint: fourth, parameters: { c: 'a' } });
    }
  });
});
