import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mount } from '../../../../demo/service/api/mount.ts';
import { openRoute, type Route } from '../../../../demo/service/api/route.ts';
import type { Endpoint } from '../../../../src/services/contract/endpoints/index.ts';
import { freshDatabase, type FreshDatabase } from '../../../support/database-fresh.ts';

/** Pairs of endpoints whose paths overlap; the one with the parameter is registered first. */
const neighbours = [
  '/v3/settings/{setting}',
  '/v3/settings/environment',
  '/v3/custom-fields/{model}/{id}/{customField}',
  '/v3/custom-fields/{model}/{id}/batchJsonDelete',
  '/v3/profiles/{profile}/transactions/{transaction}/unattach',
  '/v3/profiles/{profile}/transactions/claims/{transactionClaim}',
  '/v3/transactions/items/{transactionitem}',
  '/v3/transactions/{transaction}/custom-fields',
] as const;

describe('a path that matches two endpoints', () => {
  let database: FreshDatabase;
  const app = new Hono();
  beforeAll(async () => {
    database = await freshDatabase({ empty: true });
    const routes = neighbours.map((path): Route => {
      const endpoint: Endpoint<typeof path, unknown, undefined> = { id: path, method: 'GET', path };
      return openRoute(endpoint, async (call) => ({ data: [path, call.path] }));
    });
    mount(app, routes, { db: database.db, settings: { baseUrl: 'http://127.0.0.1/api', shopOrigins: [] } });
  });
  afterAll(() => database.drop());

  it.each<[string, string, Record<string, string>]>([
    ['/v3/settings/environment', '/v3/settings/environment', {}],
    ['/v3/settings/Environment', '/v3/settings/{setting}', { setting: 'Environment' }],
    [
      '/v3/custom-fields/list/1/batchJsonDelete',
      '/v3/custom-fields/{model}/{id}/batchJsonDelete',
      { model: 'list', id: '1' },
    ],
    [
      '/v3/profiles/p/transactions/claims/7',
      '/v3/profiles/{profile}/transactions/claims/{transactionClaim}',
      { profile: 'p', transactionClaim: '7' },
    ],
    [
      '/v3/profiles/p/transactions/7/unattach',
      '/v3/profiles/{profile}/transactions/{transaction}/unattach',
      { profile: 'p', transaction: '7' },
    ],
    [
      '/v3/transactions/7/custom-fields',
      '/v3/transactions/{transaction}/custom-fields',
      { transaction: '7' },
    ],
  ])('%s is routed to %s: a static segment has precedence', async (path, template, parameters) => {
    expect(await (await app.request(`/api${path}`)).json()).toEqual({ data: [template, parameters] });
  });

  it.each([
    ['a%2Fb', 'a/b'],
    ['a%252Fb', 'a%2Fb'],
    ['%E2%82%AC', '€'],
    ['a+b', 'a+b'],
    ['..%2Fenvironment', '../environment'],
  ])('an encoded value stays one value: %s', async (encoded, value) => {
    expect(await (await app.request(`/api/v3/settings/${encoded}`)).json()).toEqual({
      data: ['/v3/settings/{setting}', { setting: value }],
    });
  });
});
