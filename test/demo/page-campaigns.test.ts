import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pointsOf, type Campaign } from '../../demo/service/campaigns/points-of.ts';
import {
  earnedInCampaigns,
  readPageCampaigns,
} from '../../src/services/customer/resources/page-campaigns.ts';
import { readPurchase } from '../../src/services/customer/resources/purchase.ts';

const NOW = new Date('2026-06-15T12:00:00Z');
const PAST = '2026-06-01T00:00:00+02:00';
const FUTURE = '2026-07-01T00:00:00+02:00';

describe('campaigns that a page states', () => {
  beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  const stated = fc.record({
    multiplier: fc.constantFrom('1.2', '1.5', '2', '3'),
    starts_at: fc.constantFrom(null, PAST, FUTURE),
    ends_at: fc.constantFrom(PAST, FUTURE, FUTURE),
    products: fc.constantFrom(null, ['a'], ['b', 'c']),
  });
  const line = fc.record({
    product_id: fc.constantFrom('a', 'b', 'c', 'd'),
    quantity: fc.integer({ min: 1, max: 20 }),
    cents: fc.integer({ min: 1, max: 99_999 }),
  });

  it('give the points that the service gives for the same purchase', () => {
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 5 }),
        fc.array(stated, { maxLength: 3 }),
        fc.constantFrom('1', '0.2', '2.5'),
        (bought, campaigns, rate) => {
          const lines = bought.map(({ cents, ...one }) => ({ ...one, price: (cents / 100).toFixed(2) }));
          const purchase = readPurchase(lines, 'EUR')!;
          const total = bought.reduce((sum, { quantity, cents }) => sum + quantity * cents, 0) / 100;
          const given = pointsOf(
            {
              total: total.toFixed(2),
              rate,
              lines: lines.map((one) => ({ ...one, quantity: String(one.quantity) })),
              channel: null,
              at: NOW,
            },
            campaigns.map((one, index) => ofService(index + 1, one)),
            null,
          );
          const earned = earnedInCampaigns(purchase, { EUR: rate }, readPageCampaigns(campaigns));
          expect(earned.points).toBe(given.points);
          const parts = (earned.campaigns as { points: number }[] | undefined)?.map(({ points }) => points);
          expect((parts ?? []).sort()).toEqual(given.campaigns.map(({ points }) => points).sort());
        },
      ),
    );
  });

  it.each([
    ['a multiplier of one', { multiplier: 1 }],
    ['a multiplier that is no number', { multiplier: 'twice' }],
    ['no end', { ends_at: null }],
    ['a day as its end', { ends_at: '2026-07-01' }],
    ['an end without an offset', { ends_at: '2026-07-01T00:00:00' }],
    ['a beginning that is no moment', { starts_at: 'soon' }],
    ['products that are no list', { products: 'a' }],
    ['a product that is no id', { products: ['a', {}] }],
  ])('are left out with %s', (_, change) => {
    const campaign = { multiplier: 2, ends_at: FUTURE, products: ['a', 7] };
    expect(readPageCampaigns([campaign, { ...campaign, ...change }])).toHaveLength(1);
  });

  it('give nothing for an empty list of products', () => {
    const none = readPageCampaigns([{ multiplier: 2, ends_at: FUTURE, products: [] }]);
    const purchase = readPurchase([{ product_id: 'a', price: 10 }], 'EUR')!;
    expect(earnedInCampaigns(purchase, { EUR: 1 }, none)).toEqual({ points: 10, campaigns: undefined });
  });
});

interface Stated {
  readonly multiplier: string;
  readonly starts_at: string | null;
  readonly ends_at: string;
  readonly products: readonly string[] | null;
}

const ofService = (id: number, { products, ...stated }: Stated): Campaign => ({
  ...stated,
  id,
  name: 'Campaign',
  bonus_points: null,
  bonus_per: null,
  products: products ?? [],
  categories: [],
  brand_ids: [],
  is_for_products: products !== null,
  excluded_products: [],
  excluded_categories: [],
  channels: null,
  tier_from: null,
  max_points: null,
  max_points_per_profile: null,
  rounding: 'down',
});
