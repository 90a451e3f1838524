import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  acts,
  allEndpoints,
  baseOf,
  endpointsOf,
  needsToken,
  profileParameter,
  sectionOf,
  sections,
  contracts,
} from '../../../src/services/contract/catalogue.ts';
import * as catalogue from '../../../src/services/contract/endpoints/index.ts';
import type { Endpoint } from '../../../src/services/contract/endpoints/index.ts';
import { fillPath } from '../../../src/services/transport/paths.ts';

const lines = (file: string) =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean);
const exported = Object.values(catalogue) as readonly Endpoint[];
/** As the lists write it: an address of the proxy begins with `{proxy_url}`. */
const line = (endpoint: Endpoint) =>
  `${endpoint.method} ${baseOf(endpoint) === 'proxy' ? '{proxy_url}' : ''}${endpoint.path}`;
const service = exported.filter((endpoint) => baseOf(endpoint) === 'service');
const methodsOf = (path: string) => exported.filter((one) => one.path === path).map(({ method }) => method);

describe('the catalogue', () => {
  it('holds every endpoint of the spec with exactly that method and path, and no other', () => {
    expect(exported.map(line).sort()).toEqual(lines('endpoints.txt').sort());
    expect(exported).toHaveLength(223 + 263);
  });

  it('holds no endpoint that would change a stored transaction', () => {
    const written = exported.map(line);
    for (const refused of lines('endpoints-refused.txt')) expect(written).not.toContain(refused);
  });

  it('has each endpoint once, with a unique id', () => {
    expect(new Set(exported.map(({ id }) => id)).size).toBe(exported.length);
    expect(new Set(exported.map(line)).size).toBe(exported.length);
    for (const { id } of exported) expect(id).toMatch(/^[A-Za-z_-]+(\.[A-Za-z_-]+)+$/);
  });

  it('has the body and reply of every endpoint', () => {
    expect(contracts.map(({ endpoint }) => endpoint.id).sort()).toEqual(exported.map(({ id }) => id).sort());
    for (const { endpoint, body } of contracts) {
      if (endpoint.method === 'PUT') expect(body, endpoint.id).toBeDefined();
      if (endpoint.method === 'GET') expect(body, endpoint.id).toBeUndefined();
    }
  });

  it('keeps every path of the service under /v3', () => {
    for (const { path } of service) expect(path).toMatch(/^\/v3\//);
    const outside = exported.filter(({ path }) => !path.startsWith('/v3/')).map(({ id }) => id);
    expect(outside.sort()).toEqual(['proxy.create', 'proxy.login', 'storefront.auth.token.store']);
  });

  it('has a version segment in the storefront token endpoint only', () => {
    const parameters = { storefront_platform: 'harbour', version: 'v2' };
    expect(fillPath(catalogue.storefrontToken, parameters)).toBe('/harbour/api/v2/auth/token');
    expect(exported.filter(({ path }) => path.includes('{version}'))).toEqual([catalogue.storefrontToken]);
  });

  it('needs no bearer token only where a token is issued, a signature replaces it, or an address is confirmed first', () => {
    expect(
      exported
        .filter((one) => !needsToken(one))
        .map(({ id }) => id)
        .sort(),
    ).toEqual([
      'auth.token.store',
      'extensions.webhook.receive',
      'guest-alerts.store',
      'proxy.create',
      'proxy.login',
      'storefront.auth.token.store',
    ]);
  });

  it('puts every endpoint into exactly one of the eight sections, or auth', () => {
    expect([...sections].sort()).toEqual(
      ['auth', 'automation', 'commerce', 'configuration', 'incentives', 'lists'].concat([
        'organisations',
        'platform',
        'profiles',
      ]),
    );
    expect(allEndpoints).toHaveLength(exported.length);
    for (const endpoint of exported) {
      expect(sections.filter((section) => endpointsOf(section).includes(endpoint))).toEqual([
        sectionOf(endpoint),
      ]);
    }
  });

  it.each([
    ['configuration', 'rewards.definitions.index'],
    ['incentives', 'rewards.index'],
    ['incentives', 'profiles.balances.show'],
    ['commerce', 'locations.store'],
    ['platform', 'profiles.ledgers.index'],
    ['lists', 'product-lists.search'],
    ['organisations', 'staff.show'],
    ['automation', 'webhooks.store'],
  ] as const)('finds the section %s for %s', (section, id) => {
    expect(sectionOf({ id })).toBe(section);
  });

  it('has the global and the profile-scoped family; the scoped one requires a profile', () => {
    expect(catalogue.rewards.path).toBe('/v3/rewards');
    expect(profileParameter(catalogue.rewards)).toBeUndefined();
    expect(profileParameter(catalogue.profileRewards)).toBe('id');
    expect(() => fillPath(catalogue.profileRewards, {})).toThrow('{id}');
  });

  it('has a definition resource in Configuration for each of the six, with its five endpoints', () => {
    for (const kind of ['rewards', 'benefits', 'points', 'credits', 'tiers', 'achievements']) {
      for (const verb of ['index', 'store', 'show', 'update', 'destroy']) {
        expect(sectionOf({ id: `${kind}.definitions.${verb}` })).toBe('configuration');
      }
    }
  });

  it('has nothing that edits or deletes a transaction', () => {
    expect(methodsOf('/v3/transactions/{transaction}')).toEqual(['GET']);
    expect(Object.keys(catalogue)).not.toContain('editTransaction');
    expect(Object.keys(catalogue)).not.toContain('deleteTransaction');
  });

  it.each([
    ['/v3/systems/{system}', ['DELETE', 'GET']],
    ['/v3/tags/{tag}', ['DELETE', 'GET']],
    ['/v3/points/{point}', ['GET']],
    ['/v3/profiles/{profile}/transactions/claims/{transactionClaim}', ['DELETE', 'GET']],
    ['/v3/profiles/{profile}/interactions', ['GET']],
    ['/v3/profiles/{profile}/interactions/{interaction}', ['DELETE', 'GET']],
    ['/v3/profile/aggregations/batch.json', ['POST']],
    ['/v3/transactions/items', ['GET']],
    ['/v3/transactions/items/{transactionitem}', ['GET', 'PUT']],
  ])('%s takes %s and nothing more', (path, methods) => {
    expect(methodsOf(path).sort()).toEqual(methods);
  });

  it('writes segments as the spec does: case, underscores, hyphens and .json', () => {
    const segments = new Set(exported.flatMap(({ path }) => path.split('/')));
    for (const segment of [
      'customProducts',
      'batchJsonDelete',
      'searchAttributes',
      'group_orders',
      'group_transactions',
      'find-transactions',
      'no_profile',
      'batch.json',
      'linked_redemptions',
      'create-update',
      'custom-fields',
      'product-lists',
      'profile',
      'profiles',
      'list',
      'lists',
    ]) {
      expect(segments).toContain(segment);
    }
    const lower = [...segments].filter((one) => !one.startsWith('{')).map((one) => one.toLowerCase());
    expect(new Set(lower).size, 'no two spellings of one segment').toBe(lower.length);
  });

  it('has static segments beside parameters, so that a router has to prefer them', () => {
    const shape = ({ path }: Endpoint) => path.split('/');
    const both = (a: Endpoint, b: Endpoint) =>
      a.method === b.method &&
      a.path !== b.path &&
      shape(a).length === shape(b).length &&
      shape(a).every((part, index) => part === shape(b)[index] || shape(b)[index]?.startsWith('{'));
    const pairs = exported.flatMap((a) =>
      exported.filter((b) => both(a, b)).map((b) => `${a.path} ${b.path}`),
    );
    expect(pairs).toContain('/v3/settings/environment /v3/settings/{setting}');
    expect(pairs).toContain('/v3/products/variants /v3/products/{product}');
    expect(pairs).toContain(
      '/v3/custom-fields/{model}/{id}/batchJsonDelete /v3/custom-fields/{model}/{id}/{customField}',
    );
    expect(pairs).toContain('/v3/users/me /v3/users/{user}');
  });

  it('treats {profile}, {profileId} and {id} as the same profile', () => {
    const profile = 'a/b';
    const names = new Set(exported.map(profileParameter).filter(Boolean));
    expect([...names].sort()).toEqual(['id', 'profile', 'profileId']);
    expect(fillPath(catalogue.profileRewards, { id: profile })).toBe(
      fillPath(catalogue.claimReward, { profileId: profile }),
    );
  });

  it('has PUT /v3/rates/{rate}', () => {
    expect(catalogue.editRate).toMatchObject({ method: 'PUT', path: '/v3/rates/{rate}', id: 'rates.update' });
  });

  it('has ten endpoints for the custom fields and shares of a list', () => {
    const subs = exported.filter(({ path }) =>
      /^\/v3\/profiles\/\{profile\}\/lists\/\{list\}\/(custom-fields|shares)/.test(path),
    );
    expect(subs).toHaveLength(10);
  });

  it('lists the GETs that change data', () => {
    expect(
      exported
        .filter((one) => one.method === 'GET' && acts(one))
        .map(({ id }) => id)
        .sort(),
    ).toEqual([
      'profiles.aggregations.calculate',
      'profiles.resync',
      'profiles.tiers.calculate',
      'profiles.transactions.unattach',
    ]);
  });

  it('publishes events of a profile and of the tenant at two paths', () => {
    expect(fillPath(catalogue.addProfileCustomEvent, { profile: 'p' })).toBe('/v3/profiles/p/custom-event');
    expect(catalogue.addTenantCustomEvent.path).toBe('/v3/tenants/custom-event');
  });
});
