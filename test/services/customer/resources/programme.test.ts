import { describe, expect, it } from 'vitest';
import { readProgramme } from '../../../../src/services/customer/resources/programme.ts';

const tier = (more: object) => ({ name: 'Gold', points_required: 5, ...more });
const first = (more: object) => readProgramme({ tiers: [tier(more)] }).tiers[0];

describe('the programme of a page', () => {
  it('has the description of a tier, or the names of its benefits', () => {
    const benefits = [{ name: 'Lounge' }, {}, { name: 'Gifts' }];
    expect(first({ description: 'More.', benefits })?.description).toBe('More.');
    expect(first({ description: '', benefits })?.description).toBe('Lounge · Gifts');
    expect(first({ benefits: [] })?.description).toBeUndefined();
  });

  it('has the colour of the service, or that of a page', () => {
    expect(first({ color: '#123456' })?.color).toBe(first({ primary_colour: '#123456' })?.color);
    expect(first({ color: '#123456', primary_colour: '#654321' })?.color).toBe(
      first({ primary_colour: '#654321' })?.color,
    );
    expect(first({ color: '#123456' })?.color).not.toBeUndefined();
  });

  it('has its tiers in order, and leaves out what is malformed', () => {
    const tiers = [
      tier({ name: 'B', points_required: 9 }),
      tier({ name: 'A', points_required: 0 }),
      tier({ name: '' }),
      {},
    ];
    expect(readProgramme({ tiers }).tiers.map(({ name }) => name)).toEqual(['A', 'B']);
    const rewards = [{ name: 'Cake', points_cost: 0 }, { name: 'Cake' }, { points_cost: 5 }];
    expect(readProgramme({ rewards }).rewards.map(({ name, pointsCost }) => [name, pointsCost])).toEqual([
      ['Cake', 0],
    ]);
    expect(readProgramme(undefined)).toEqual({ tiers: [], rewards: [] });
  });
});
