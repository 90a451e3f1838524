import { describe, expect, it } from 'vitest';
import { eligibilityOf, type Standing, type Terms } from '../../../../demo/service/programme/eligibility.ts';

const now = new Date('2026-05-10T12:00:00Z');
const terms: Terms = {
  points_cost: 800,
  claim_limit: null,
  stock: null,
  available_from: null,
  available_until: null,
  tier_name: null,
  tier_from: null,
};
const standing: Standing = { available: 800, tierFrom: -1, claims: 0 };
const of = (changed: Partial<Terms & Standing>) =>
  eligibilityOf({ ...terms, ...changed }, { ...standing, ...changed }, now);

describe('eligibility for a reward', () => {
  it.each<[string, Partial<Terms & Standing>]>([
    ['with exactly its points', {}],
    ['for nothing', { points_cost: 0, available: 0 }],
    ['below the limit', { claim_limit: 2, claims: 1 }],
    ['while one is left', { stock: 1 }],
    ['from its very first moment', { available_from: now }],
    ['in its tier', { tier_name: 'Harbour', tier_from: 1_000, tierFrom: 1_000 }],
  ])('is given: %s', (_, changed) => {
    expect(of(changed)).toEqual({ claimable: true, reason: null, message: null });
  });

  it.each<[Partial<Terms & Standing>, string, string]>([
    [{ available: 799 }, 'points', '1 point to go'],
    [{ points_cost: 1_234_567_890 }, 'points', '1,234,567,090 points to go'],
    [{ claim_limit: 1, claims: 1 }, 'limit', 'You have had this one'],
    [{ claim_limit: 3, claims: 3 }, 'limit', 'You have had all 3'],
    [{ stock: 0 }, 'stock', 'Out of stock'],
    [{ available_from: new Date('2026-06-01T00:00:00Z') }, 'dates', 'Available from June 1, 2026'],
    [{ available_until: now }, 'dates', 'Ended on May 10, 2026'],
    [{ tier_name: 'Shore', tier_from: 0 }, 'tier', 'For Shore members'],
  ])('is not given: %j', (changed, reason, message) => {
    expect(of(changed)).toEqual({ claimable: false, reason, message });
  });

  it('has the most important of several reasons', () => {
    const hopeless = { available: 0, claim_limit: 1, claims: 1, stock: 0, tier_name: 'X', tier_from: 9 };
    expect(of({ ...hopeless, available_until: now }).reason).toBe('dates');
    expect(of(hopeless).reason).toBe('stock');
    expect(of({ ...hopeless, stock: null }).reason).toBe('limit');
    expect(of({ ...hopeless, stock: null, claims: 0 }).reason).toBe('tier');
    expect(of({ available: 0 }).reason).toBe('points');
  });
});
