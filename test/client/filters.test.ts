import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import {
  createClient,
  descending,
  filter,
  isEmpty,
  isSet,
  profileRedemptions,
  redemptionFilter,
  sort,
  transactions,
  type RedemptionConditions,
} from '../../src/client/index.ts';
import { listen } from './support/listening.ts';

/** What a query says once it is decoded. */
const decoded = (query: Record<string, string>) => decodeURIComponent(new URLSearchParams(query).toString());

describe('a filter', () => {
  it.each<[string, RedemptionConditions, string]>([
    [
      'of two attributes has both',
      { type: 'credit', created_at: { gte: '2024-01-01' } },
      'filter[type]=credit&filter[created_at][gte]=2024-01-01',
    ],
    ['without an operator has none', { type: 'credit' }, 'filter[type]=credit'],
    ['has the operator eq', { type: { eq: 'credit' } }, 'filter[type][eq]=credit'],
    ['has the operator ne', { type: { ne: 'credit' } }, 'filter[type][ne]=credit'],
    ['has the operator gt', { id: { gt: 2 } }, 'filter[id][gt]=2'],
    ['has the operator gte', { redeem_at: { gte: '2024-01-01' } }, 'filter[redeem_at][gte]=2024-01-01'],
    ['has the operator lt', { id: { lt: 2 } }, 'filter[id][lt]=2'],
    ['has the operator lte', { redeem_at: { lte: '2024-01-31' } }, 'filter[redeem_at][lte]=2024-01-31'],
    ['has the operator in, with commas', { type: { in: ['a', 'b'] } }, 'filter[type][in]=a,b'],
    [
      'has the operator not_in, with commas',
      { type: { not_in: ['credit', 'point'] } },
      'filter[type][not_in]=credit,point',
    ],
    ['for an empty attribute has nullable=1', { external_id: isEmpty }, 'filter[external_id][nullable]=1'],
    [
      'for an attribute that is set has nullable=0',
      { external_id: isSet },
      'filter[external_id][nullable]=0',
    ],
    ['of a range has both ends', { id: { gte: 2, lt: 9 } }, 'filter[id][gte]=2&filter[id][lt]=9'],
    [
      'has booleans as 1 and 0',
      { has_credit: true, has_point: false },
      'filter[has_credit]=1&filter[has_point]=0',
    ],
    ['of undefined is empty', { type: undefined }, ''],
  ])('%s', (_, conditions, expected) => {
    expect(decoded(redemptionFilter(conditions))).toBe(expected);
  });

  it.each([
    ['a comma in a list', { type: { in: ['a,b'] } }],
    ['an operator that is none', { type: { like: 'a' } }],
    ['a day that is none', { created_at: { gte: '2024-02-30' } }],
    ['a day in another form', { created_at: '01/05/2024' }],
    ['a moment', { created_at: '2024-05-01T00:00:00Z' }],
    ['a date that does not exist', { redeem_at: new Date('no') }],
    ['an attribute that writes another parameter', { 'a]&sort': 'x' }],
    ['an object for a value', { type: { eq: {} } }],
    ['null', { type: null }],
    ['a number that is none', { id: NaN }],
    ['a text where a list belongs', { type: { in: 'a' } }],
  ])('is refused before anything is sent: %s', (_, conditions) => {
    expect(() => filter(conditions as never)).toThrow(expect.objectContaining({ code: 'validation' }));
  });

  it('of redemptions has the 18 attributes and no not_has', () => {
    const never = () => [
      // @ts-expect-error: not_has applies to related attributes
      redemptionFilter({ type: { not_has: 1 } }),
      // @ts-expect-error: a 19th attribute
      redemptionFilter({ security_code: 'x' }),
      filter({ tags: { not_has: 'vip' } }),
    ];
    expect(never).toBeTypeOf('function');
    const all: Record<keyof RedemptionConditions, true> = {
      id: true,
      type: true,
      location_id: true,
      meta: true,
      external_id: true,
      exchange_rate: true,
      redeem_at: true,
      has_benefit: true,
      has_reward: true,
      has_point: true,
      has_credit: true,
      transaction_external_id: true,
      transaction_receipt_ref: true,
      profile_id: true,
      created_at: true,
      updated_at: true,
      linked_source_id: true,
      linked_source_type: true,
    };
    expect(Object.keys(all)).toHaveLength(18);
  });

  it.each(['Pacific/Tongatapu', 'Pacific/Pago_Pago', 'UTC'])(
    'sends the calendar day of a date at 23:30 in %s',
    (zone) => {
      const script = `
        const { filter } = await import(${JSON.stringify(new URL('../../src/services/transport/query.ts', import.meta.url).href)});
        const late = new Date(2024, 4, 1, 23, 30);
        console.log(filter({ created_at: { lte: late } })['filter[created_at][lte]']);`;
      const out = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
        env: { ...process.env, TZ: zone },
        encoding: 'utf8',
      });
      expect(out.trim()).toBe('2024-05-01');
    },
  );
});

describe('a sort', () => {
  it.each([
    ['is ascending by its key', sort('created_at'), { sort: 'created_at' }],
    ['is descending with a minus', sort(descending('created_at')), { sort: '-created_at' }],
    ['has several keys with commas', sort(descending('created_at'), 'id'), { sort: '-created_at,id' }],
    ['is empty without a key', sort(), {}],
  ])('%s', (_, query, expected) => {
    expect(query).toEqual(expected);
  });

  it.each(['', 'a,b', '--a', 'a b', 'a&b'])('is refused: %j', (key) => {
    expect(() => sort(key)).toThrow(expect.objectContaining({ code: 'validation' }));
  });
});

describe('filter and sort of a call', () => {
  it('are sent together with other parameters', async () => {
    const { baseUrl, received } = await listen(() => ({ body: { data: [] } }));
    const client = createClient({ baseUrl, token: 't' });
    await client.call(profileRedemptions, {
      profile: 'p',
      filter: { type: { in: ['credit', 'point'] } },
      sort: [descending('created_at')],
      query: { 'page[size]': '5' },
    });
    expect(decodeURIComponent(received[0]!.url)).toBe(
      '/api/v3/profiles/p/redemptions?page[size]=5&filter[type][in]=credit,point&sort=-created_at',
    );
    await client.call(transactions, { filter: { items: { not_has: 'gift' } } });
    expect(decodeURIComponent(received[1]!.url)).toBe('/api/v3/transactions?filter[items][not_has]=gift');
  });

  it('does not compile with another filter for redemptions', () => {
    const client = createClient({ baseUrl: 'https://api.acme.example.com/api' });
    const never = () => [
      // @ts-expect-error: no related attribute
      client.call(profileRedemptions, { profile: 'p', filter: { items: { not_has: 1 } } }),
      // @ts-expect-error: no such key
      client.call(profileRedemptions, { profile: 'p', sort: ['security_code'] }),
    ];
    expect(never).toBeTypeOf('function');
  });

  it('sends a filter on another profile unchanged', async () => {
    const { baseUrl, received } = await listen(() => ({ body: { data: [] } }));
    const client = createClient({ baseUrl, token: 't' });
    await client.call(profileRedemptions, { profile: 'A', filter: { profile_id: 'B' } });
    expect(decodeURIComponent(received[0]!.url)).toBe('/api/v3/profiles/A/redemptions?filter[profile_id]=B');
  });
});
