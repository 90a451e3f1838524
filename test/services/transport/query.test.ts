import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addListItem,
  profileBalances,
  removeListItem,
  storefrontToken,
} from '../../../src/services/contract/endpoints/index.ts';
import { LoyaltyError } from '../../../src/services/transport/errors.ts';
import { fillPath } from '../../../src/services/transport/paths.ts';
import { writeQuery } from '../../../src/services/transport/query.ts';
import { openLoyalty } from '../../support/client-programme.ts';

const balancesOf = (profile: unknown) => fillPath(profileBalances, { profile });

describe('fillPath', () => {
  it('fills in every name', () => {
    expect(fillPath(removeListItem, { profile: 'p1', list: 'wishlist', item: 5 })).toBe(
      '/v3/profiles/p1/lists/wishlist/items/5',
    );
  });

  it.each([
    ['a/b?c=1#d', 'a%2Fb%3Fc%3D1%23d'],
    ['%2e%2e', '%252e%252e'],
    ['...', '...'],
    ['..\\', '..%5C'],
    ['{list}', '%7Blist%7D'],
    ['$&', '%24%26'],
    ['a b\n', 'a%20b%0A'],
    ['é☃', '%C3%A9%E2%98%83'],
    [0, '0'],
    [1001, '1001'],
  ])('encodes the value %j', (value, written) => {
    expect(balancesOf(value)).toBe(`/v3/profiles/${written}/balances`);
  });

  it.each(['', '.', '..', undefined, null, '\ud800', 'a\udc00b'])(
    'refuses the value %j before sending',
    (value) => {
      expect(() => balancesOf(value)).toThrow(
        expect.objectContaining({
          name: 'LoyaltyError',
          code: 'not_found',
          message: expect.stringContaining('{profile}'),
        }),
      );
    },
  );

  it('a call with such a value sends nothing, and requests no token', async () => {
    const { loyalty, sent } = openLoyalty();
    for (const profile of ['', '.', '..', '\ud800']) {
      await expect(loyalty.call(profileBalances, { profile })).rejects.toBeInstanceOf(LoyaltyError);
    }
    expect(sent).toEqual([]);
  });

  it('no value changes the route', () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...'./\\%?#&;:@{}2eEfF') }),
    );
    fc.assert(
      fc.property(value, value, (profile, list) => {
        let path: string;
        try {
          path = fillPath(addListItem, { profile, list });
        } catch (error) {
          expect(error).toBeInstanceOf(LoyaltyError);
          return;
        }
        const url = new URL(`https://api.acme.example.com/api${path}`);
        const segments = url.pathname.split('/');
        expect(url.search + url.hash).toBe('');
        expect(segments.filter((_, at) => ![4, 6].includes(at))).toEqual([
          '',
          'api',
          'v3',
          'profiles',
          'lists',
          'items',
        ]);
        expect([segments[4], segments[6]].map((segment) => decodeURIComponent(segment ?? ''))).toEqual([
          profile,
          list,
        ]);
      }),
      { numRuns: 3_000 },
    );
  });

  it('the storefront token path has a version segment', () => {
    expect(fillPath(storefrontToken, { storefront_platform: 'shop', version: 'v2' })).toBe(
      '/shop/api/v2/auth/token',
    );
  });
});

describe('writeQuery', () => {
  it('writes nothing without a query', () => {
    expect(writeQuery(undefined)).toBe('');
  });

  it('encodes names and values', () => {
    const query = writeQuery({ 'page[size]': '100', q: 'a&b=c#d e+é' });
    expect(query).toBe('?page%5Bsize%5D=100&q=a%26b%3Dc%23d+e%2B%C3%A9');
    expect([...new URLSearchParams(query)]).toEqual([
      ['page[size]', '100'],
      ['q', 'a&b=c#d e+é'],
    ]);
  });
});
