import { describe, expect, it } from 'vitest';
import type { Product } from '../../../demo/sample/products.ts';
import { createPublicCampaigns } from '../../../demo/storefront/public-campaigns.ts';
import type { AskService } from '../../../demo/storefront/service-answers.ts';

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

const product = (id: string, category: string): Product => ({
  id,
  handle: id,
  name: id,
  price: '10.00',
  currency: 'EUR',
  category,
  description: '',
  imagePath: '',
});
const PRODUCTS = [product('plate', 'Tableware'), product('mug', 'Tableware'), product('lamp', 'Lighting')];

const running = {
  multiplier: '2',
  starts_at: inDays(-1),
  ends_at: inDays(1),
  rounding: 'down',
  categories: ['Tableware'],
};

/** The campaigns that pages state when the service answers these, or fails with `undefined`. */
function shownOf(...answers: readonly (readonly object[] | undefined)[]) {
  let asked = 0;
  const ask = (async () => {
    const data = answers[asked++];
    return data && { data };
  }) as unknown as AskService;
  const campaigns = createPublicCampaigns(ask, PRODUCTS);
  return {
    asked: () => asked,
    ids: async () => (await campaigns()).map(({ products }) => [...products]),
    campaigns,
  };
}

describe('the campaigns that the demo shop states for guests', () => {
  it.each([
    ['of a category', {}, ['plate', 'mug']],
    ['of everything', { categories: null }, ['plate', 'mug', 'lamp']],
    ['of a product and a category', { products: ['lamp'] }, ['plate', 'mug', 'lamp']],
    ['without a product', { excluded_products: ['mug'] }, ['plate']],
    ['without a category', { categories: [], excluded_categories: ['Tableware'] }, ['lamp']],
    ['without a beginning', { starts_at: null }, ['plate', 'mug']],
  ])('have the products of one %s', async (_, change, products) => {
    expect(await shownOf([{ ...running, ...change }]).ids()).toEqual([products]);
  });

  it.each([
    ['a bonus', { multiplier: null, bonus_points: 50 }],
    ['a tier', { tier_definition_id: 2 }],
    ['a channel', { channels: ['store'] }],
    ['a brand', { brands: ['harbour-pine'] }],
    ['a limit for a purchase', { max_points: 100 }],
    ['a limit for a member', { max_points_per_profile: 100 }],
    ['another rounding', { rounding: 'up' }],
    ['no end', { ends_at: null }],
    ['an end that has passed', { ends_at: inDays(-1 / 24) }],
    ['a beginning in an hour', { starts_at: inDays(1 / 24) }],
  ])('leave out one with %s', async (_, change) => {
    expect(await shownOf([{ ...running, ...change }]).ids()).toEqual([]);
  });

  it('have nothing but multiplier, beginning, end and products', async () => {
    const [campaign] = await shownOf([
      { ...running, name: 'Secret', internal_notes: 'Not for guests' },
    ]).campaigns();
    expect(Object.keys(campaign!).sort()).toEqual(['ends_at', 'multiplier', 'products', 'starts_at']);
  });

  it('are asked for once for several pages, and again after a failure', async () => {
    const shown = shownOf(undefined, [running]);
    expect(await shown.ids()).toEqual([]);
    expect(await Promise.all([shown.ids(), shown.ids()])).toEqual([[['plate', 'mug']], [['plate', 'mug']]]);
    expect(await shown.ids()).toEqual([['plate', 'mug']]);
    expect(shown.asked()).toBe(2);
  });
});
