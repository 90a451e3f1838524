import { describe, expect, expectTypeOf, it } from 'vitest';
import * as catalogue from '../../../src/services/contract/endpoints/index.ts';
import type { Endpoint, PathParameter } from '../../../src/services/contract/endpoints/index.ts';
import { endpoint } from '../../../src/services/contract/endpoint.ts';
import type { Call } from '../../../src/services/transport/call.ts';
import type { Balances } from '../../../src/services/contract/incentives/points.ts';
import type { Data, Page } from '../../../src/services/contract/envelope.ts';
import type { Reward } from '../../../src/services/contract/incentives/rewards.ts';

const endpoints: readonly Endpoint[] = Object.values(catalogue);

describe('the catalogue', () => {
  it('names every endpoint once', () => {
    const ids = endpoints.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z][\w.-]*$/.test(id))).toEqual([]);
  });

  it('has each method and path once, ignoring names of parameters', () => {
    const places = endpoints.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`);
    expect(new Set(places).size).toBe(places.length);
  });

  it('every path of the service is under /v3, the storefront token alone is not', () => {
    const ofTheService = endpoints.filter(({ id }) => !id.startsWith('proxy.'));
    const outside = ofTheService.filter(({ path }) => !path.startsWith('/v3/'));
    expect(outside).toEqual([catalogue.storefrontToken]);
    expect(catalogue.storefrontToken.path).toBe('/{storefront_platform}/api/{version}/auth/token');
  });

  it('a path is made of literal segments and whole {names}', () => {
    const segment = /^(\{[a-zA-Z_]+\}|[a-zA-Z][\w.-]*)$/;
    for (const { path } of endpoints) {
      const [first, ...rest] = path.split('/');
      expect(first).toBe('');
      expect(rest.filter((part) => !segment.test(part))).toEqual([]);
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it('uses only the methods of the interface', () => {
    expect(endpoints.filter(({ method }) => !['GET', 'POST', 'PUT', 'DELETE'].includes(method))).toEqual([]);
  });
});

describe('types', () => {
  it('the names of a path are the parameters of its call', () => {
    expectTypeOf<PathParameter<'/v3/profiles/{profile}/lists/{list}/items'>>().toEqualTypeOf<
      'profile' | 'list'
    >();
    expectTypeOf<PathParameter<'/v3/rewards/definitions'>>().toBeNever();
  });

  it('a call returns the reply type of its endpoint; missing and unknown parameters do not compile', () => {
    // Looked at by the compiler; never run.
    const calls = async (call: Call) => {
      expectTypeOf(await call(catalogue.profileBalances, { profile: 'p' })).toEqualTypeOf<Data<Balances>>();
      expectTypeOf(await call(catalogue.profileRewards, { id: 1 })).toEqualTypeOf<Page<Reward>>();
      await call(catalogue.rewardDefinitions, { query: { sort: 'name' } });
      await call(catalogue.addListItem, { profile: 'p', list: 'wishlist', body: { product_id: 'lamp' } });

      // @ts-expect-error the path has a parameter
      await call(catalogue.profileBalances, {});
      // @ts-expect-error the parameter has another name
      await call(catalogue.profileBalances, { id: 'p' });
      // @ts-expect-error a parameter is text or a number
      await call(catalogue.profileBalances, { profile: { id: 'p' } });
      // @ts-expect-error a parameter cannot be missing
      await call(catalogue.profileBalances, { profile: undefined });
      // @ts-expect-error one of three is missing
      await call(catalogue.removeListItem, { profile: 'p', item: 1 });
      // @ts-expect-error the body is missing
      await call(catalogue.addListItem, { profile: 'p', list: 'wishlist' });
      // @ts-expect-error a field of the body is missing
      await call(catalogue.addListItem, { profile: 'p', list: 'wishlist', body: {} });
      // @ts-expect-error a field of the body has another type
      await call(catalogue.claimReward, { profileId: 'p', body: { reward_definition_id: 'coffee' } });
      // @ts-expect-error the endpoint takes no body
      await call(catalogue.profileBalances, { profile: 'p', body: { a: 1 } });
      // @ts-expect-error a query is text
      await call(catalogue.rewardDefinitions, { query: { 'page[size]': 100 } });
    };
    expectTypeOf(calls).returns.resolves.toBeVoid();
  });

  it('a path starts with a slash', () => {
    // @ts-expect-error it does not
    endpoint('GET', 'v3/things', 'things.index');
    // @ts-expect-error the interface has no PATCH
    endpoint('PATCH', '/v3/things', 'things.patch');
    expect(endpoint('GET', '/v3/things', 'things.index')).toEqual({
      id: 'things.index',
      method: 'GET',
      path: '/v3/things',
    });
  });
});
