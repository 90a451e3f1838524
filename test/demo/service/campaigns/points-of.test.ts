import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amountsOf,
  pointsLeft,
  pointsOf,
  type Bought,
  type BoughtLine,
  type Campaign,
  type CustomerFacts,
} from '../../../../demo/service/campaigns/points-of.ts';
import { decimalOf, millionths } from '../../../../demo/service/commerce/amounts.ts';

const nothing: Campaign = {
  id: 1,
  name: 'Campaign',
  multiplier: null,
  bonus_points: null,
  bonus_per: null,
  products: [],
  categories: [],
  brand_ids: [],
  is_for_products: false,
  excluded_products: [],
  excluded_categories: [],
  channels: null,
  tier_from: null,
  max_points: null,
  max_points_per_profile: null,
  rounding: 'down',
  starts_at: null,
  ends_at: null,
};
const twice = (more: Partial<Campaign> = {}): Campaign => ({ ...nothing, multiplier: '2', ...more });
const bonus = (points: number, more: Partial<Campaign> = {}): Campaign => ({
  ...nothing,
  bonus_points: points,
  ...more,
});
const ofCategory = (category: string) => ({ categories: [category], is_for_products: true });
const line = (price: string, more: Partial<BoughtLine> = {}): BoughtLine => ({
  quantity: '1',
  price,
  product_id: 'lamp',
  product: { id: 'lamp', category: 'Lights', brand_id: 7 },
  ...more,
});
const at = new Date('2026-05-04T10:00:00Z');
const bought = (total: string, lines: readonly BoughtLine[] = [], more: Partial<Bought> = {}): Bought => ({
  total,
  rate: '1',
  lines,
  channel: null,
  at,
  ...more,
});
const member: CustomerFacts = { tierFrom: 0, given: new Map() };
const points = (one: Bought, campaigns: readonly Campaign[], customer: CustomerFacts | null = member) =>
  pointsOf(one, campaigns, customer).points;

describe('the points of a purchase', () => {
  it('are those of the rate without a campaign', () => {
    expect(pointsOf(bought('89.50', [line('89.50')]), [], member)).toEqual({
      base: 89,
      points: 89,
      campaigns: [],
    });
  });

  it('are doubled, the additional ones rounded as the campaign says', () => {
    const one = bought('89.50', [line('89.50')]);
    expect(points(one, [twice()])).toBe(178);
    expect(points(one, [twice({ rounding: 'nearest' })])).toBe(179);
    expect(points(bought('89.10'), [twice({ rounding: 'up' })])).toBe(179);
    expect(points(bought('0.49'), [twice({ rounding: 'nearest' })])).toBe(0);
  });

  it('have a bonus for each whole piece, or once', () => {
    const one = bought('35', [line('10', { quantity: '3.5' })]);
    expect(points(one, [bonus(5, { bonus_per: 'piece' })])).toBe(35 + 15);
    expect(points(one, [bonus(5, { bonus_per: 'purchase' })])).toBe(35 + 5);
    expect(points(one, [bonus(5)])).toBe(35 + 5);
  });

  it('count from the first moment to before the end', () => {
    const during = { starts_at: at.toISOString(), ends_at: '2026-05-05T00:00:00Z' };
    expect(points(bought('10'), [twice(during)])).toBe(20);
    expect(points(bought('10', [], { at: new Date(at.getTime() - 1) }), [twice(during)])).toBe(10);
    expect(points(bought('10', [], { at: new Date('2026-05-05T00:00:00Z') }), [twice(during)])).toBe(10);
    expect(points(bought('10', [], { at: new Date('2026-05-04T23:59:59.999Z') }), [twice(during)])).toBe(20);
  });

  it.each([
    ['a product by its id', { products: ['lamp'], is_for_products: true }],
    ['a product by its SKU', { products: ['L-1'], is_for_products: true }],
    ['a category', ofCategory('Lights')],
    ['a brand', { brand_ids: [7], is_for_products: true }],
  ])('count only lines of %s', (_, terms) => {
    const other = line('20', { product_id: 'mug', product: { id: 'mug', category: 'Cups', brand_id: 8 } });
    expect(points(bought('50', [line('30', { sku: 'L-1' }), other]), [twice(terms)])).toBe(80);
    expect(points(bought('20', [other]), [twice(terms)])).toBe(20);
    expect(points(bought('50'), [twice(terms)])).toBe(50);
  });

  it('do not count gift cards, nor a line for shipping, nor what is in no line', () => {
    const card = line('50', { product_id: 'card', product: { id: 'card', category: 'Gift cards' } });
    const shipping = line('5', { product_id: null, sku: 'SHIPPING', product: null });
    const terms = { excluded_categories: ['Gift cards'], excluded_products: ['SHIPPING'] };
    const lines = [line('30'), card, shipping];
    expect(points(bought('85', lines), [twice(terms)])).toBe(85 + 30);
    expect(points(bought('40', [line('30')]), [twice(terms)])).toBe(40 + 30);
    // Without lines nobody knows whether it was a gift card.
    expect(points(bought('85'), [twice(terms)])).toBe(85);
    expect(points(bought('30', [line('30', { product: null })]), [twice(terms)])).toBe(30);
  });

  it('count each line after a discount on the purchase', () => {
    const half = bought('50', [line('60'), line('40', { product: { id: 'mug', category: 'Cups' } })]);
    expect(points(half, [twice(ofCategory('Lights'))])).toBe(50 + 30);
  });

  it('are for a tier and the ones above it, and for a channel', () => {
    const gold = twice({ tier_from: 500 });
    expect(points(bought('10'), [gold], { ...member, tierFrom: 500 })).toBe(20);
    expect(points(bought('10'), [gold], { ...member, tierFrom: 499 })).toBe(10);
    expect(points(bought('10'), [gold], null)).toBe(10);
    expect(points(bought('10', [], { channel: 'web' }), [twice({ channels: ['web'] })])).toBe(20);
    expect(points(bought('10', [], { channel: 'till' }), [twice({ channels: ['web'] })])).toBe(10);
    expect(points(bought('10'), [twice({ channels: ['web'] })])).toBe(10);
  });

  it('are at most the limits of the campaign', () => {
    expect(points(bought('100'), [twice({ max_points: 30 })])).toBe(130);
    const each = twice({ max_points_per_profile: 30 });
    expect(points(bought('100'), [each])).toBe(130);
    expect(points(bought('100'), [each], { ...member, given: new Map([[1, 25]]) })).toBe(105);
    expect(points(bought('100'), [each], { ...member, given: new Map([[1, 30]]) })).toBe(100);
    // The limit of a customer who is not known cannot be kept.
    expect(points(bought('100'), [each], null)).toBe(100);
  });

  it('are never added up: each line counts in the campaign that gives most for it', () => {
    const lines = [line('10'), line('20', { product_id: 'mug', product: { id: 'mug', category: 'Cups' } })];
    const all = twice({ id: 1 });
    const cups = { ...nothing, id: 2, multiplier: '5', ...ofCategory('Cups') };
    const { campaigns, points: sum } = pointsOf(bought('30', lines), [all, cups], member);
    expect(sum).toBe(30 + 10 + 80);
    expect(campaigns.map(({ campaign, shares }) => [campaign.id, shares])).toEqual([
      [1, [{ line: 0, points: 10 }]],
      [2, [{ line: 1, points: 80 }]],
    ]);
    expect(points(bought('30', lines), [all, cups, bonus(89, { id: 3 })])).toBe(120);
    expect(points(bought('30', lines), [all, cups, bonus(91, { id: 3 })])).toBe(121);
    // Of equal ones, the first.
    expect(
      pointsOf(bought('30'), [twice({ id: 9 }), twice({ id: 4 })], member).campaigns[0]?.campaign.id,
    ).toBe(4);
  });
});

describe('the points that are left after refunds', () => {
  const lamp = line('30');
  const mug = line('20', { product_id: 'mug', product: { id: 'mug', category: 'Cups' } });
  const purchase = bought('55', [lamp, mug]);
  const { shares } = pointsOf(purchase, [twice(ofCategory('Lights'))], member).campaigns[0]!;
  const left = (...refunds: Parameters<typeof pointsLeft>[2]) => pointsLeft(purchase, shares, refunds);
  const of = (amount: number, ...indexes: number[]) => ({
    amount: millionths(String(amount)),
    lines: indexes.map((index) => ({ bought: [index], amount: millionths(String(amount)) })),
  });

  it('are those of the lines that were not given back', () => {
    expect(left(of(20, 1))).toBe(30);
    expect(left(of(30, 0))).toBe(0);
    expect(left(of(15, 0))).toBe(15);
    // Shipping, which is in no line, goes first.
    expect(left(of(25, 1))).toBe(30);
  });

  it('decrease in proportion where a refund names no line', () => {
    expect(left(of(27.5))).toBe(15);
    expect(left(of(55))).toBe(0);
  });
});

describe('any purchase with any campaigns', () => {
  const names = ['lamp', 'mug', 'card'] as const;
  const amount = fc.integer({ min: 0, max: 20_000 }).map((cents) => decimalOf(BigInt(cents) * 10_000n));
  const anyLine = fc
    .record({ name: fc.constantFrom(...names), price: amount, quantity: fc.integer({ min: 1, max: 4 }) })
    .map(({ name, price, quantity }): BoughtLine => ({
      product_id: name,
      quantity: String(quantity),
      price,
      product: { id: name, category: `of ${name}` },
    }));
  const anyCampaign = fc
    .record({
      multiplier: fc.constantFrom(null, null, '1.5', '2', '3.333333'),
      bonus_points: fc.integer({ min: 1, max: 300 }),
      bonus_per: fc.constantFrom('purchase' as const, 'piece' as const),
      categories: fc.constantFrom([], ['of lamp'], ['of mug', 'of card']),
      excluded_products: fc.constantFrom([], ['card']),
      max_points: fc.option(fc.integer({ min: 1, max: 200 })),
      max_points_per_profile: fc.option(fc.integer({ min: 1, max: 200 })),
      rounding: fc.constantFrom('down' as const, 'nearest' as const, 'up' as const),
    })
    .map(({ multiplier, ...one }) => ({
      ...nothing,
      ...one,
      multiplier,
      bonus_points: multiplier === null ? one.bonus_points : null,
      is_for_products: one.categories.length > 0,
    }));
  const anyCampaigns = fc
    .array(anyCampaign, { maxLength: 4 })
    .map((all) => all.map((one, at) => ({ ...one, id: at + 1 })));
  const anyPurchase = fc
    .record({
      lines: fc.array(anyLine, { maxLength: 4 }),
      total: amount,
      rate: fc.constantFrom('1', '0.3', '7.25'),
    })
    .map(({ lines, total, rate }) => bought(total, lines, { rate }));

  it('has a sum of shares for each campaign, each line in one of them, and no campaign above its limits', () => {
    fc.assert(
      fc.property(anyPurchase, anyCampaigns, (purchase, campaigns) => {
        const all = pointsOf(purchase, campaigns, member);
        const used = all.campaigns.flatMap(({ shares }) => shares.map(({ line: index }) => index));
        expect(new Set(used).size).toBe(used.length);
        for (const { campaign, points: given, shares } of all.campaigns) {
          expect(shares.reduce((sum, share) => sum + share.points, 0)).toBe(given);
          expect(given).toBeLessThanOrEqual(campaign.max_points ?? Infinity);
          expect(given).toBeLessThanOrEqual(campaign.max_points_per_profile ?? Infinity);
        }
        expect(all.points).toBe(all.base + all.campaigns.reduce((sum, one) => sum + one.points, 0));
      }),
    );
  });

  it('has fewer points with each refund, never below zero, and none after all of it', () => {
    const weights = fc.array(
      fc.record({ share: fc.integer({ min: 1, max: 9 }), line: fc.option(fc.nat(3)) }),
      {
        minLength: 1,
        maxLength: 5,
      },
    );
    fc.assert(
      fc.property(anyPurchase, anyCampaigns, weights, (purchase, campaigns, parts) => {
        const shares = pointsOf(purchase, campaigns, member).campaigns.flatMap((one) => [...one.shares]);
        const whole = millionths(purchase.total);
        const sum = BigInt(parts.reduce((all, part) => all + part.share, 0));
        let refunded = 0n;
        const refunds = parts.map(({ share, line: index }, at) => {
          const part = at === parts.length - 1 ? whole - refunded : (whole * BigInt(share)) / sum;
          refunded += part;
          const isLine = index !== null && index < purchase.lines.length;
          return { amount: part, lines: isLine ? [{ bought: [index], amount: part }] : [] };
        });
        const left = refunds.map((_, at) => pointsLeft(purchase, shares, refunds.slice(0, at + 1)));
        const first = pointsLeft(purchase, shares, []);
        expect(first).toBe(shares.reduce((all, share) => all + share.points, 0));
        let before = first;
        for (const now of left) {
          expect(now).toBeGreaterThanOrEqual(0);
          expect(now).toBeLessThanOrEqual(before);
          before = now;
        }
        expect(before).toBe(0);
      }),
    );
  });

  it('has lines whose amounts are at most its total', () => {
    fc.assert(
      fc.property(anyPurchase, (purchase) => {
        const sum = amountsOf(purchase).reduce((all, one) => all + one, 0n);
        expect(sum <= millionths(purchase.total)).toBe(true);
      }),
    );
  });
});
