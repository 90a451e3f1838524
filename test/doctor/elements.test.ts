import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../src/components/catalogue.ts';
import { ELEMENTS } from '../../src/doctor/element-needs.ts';
import type { ResourceName } from '../../src/doctor/elements.ts';

// The doctor says per element what works: its table has to be what the elements really load.

/** By the name that elements import. */
const RESOURCES: Readonly<Record<string, ResourceName>> = {
  account: 'account',
  achievements: 'achievements',
  balances: 'balances',
  benefits: 'benefits',
  credits: 'credits',
  dates: 'dates',
  history: 'history',
  lists: 'lists',
  listShares: 'shares',
  ownList: 'own list',
  receipts: 'receipts',
  rewards: 'rewards',
  sharedList: 'shared list',
  tier: 'tier',
  tiers: 'tiers',
  wishlist: 'wishlist',
};

/** The resources that the files of an element connect it to. */
function connected(name: string): ResourceName[] {
  const folder = `src/components/${name}`;
  const sources = readdirSync(folder).map((file) => readFileSync(`${folder}/${file}`, 'utf8'));
  const names = sources.flatMap((source) =>
    Array.from(
      source.matchAll(/ResourceController(?:<[^>]*>)?\(\s*\w+,\s*(?:[^;]*?=>[^;,]*,\s*)?(\w+)/g),
      ([, found]) => found!,
    ),
  );
  return [...new Set(names.flatMap((found) => RESOURCES[found] ?? []))];
}

describe('the table of elements', () => {
  it('has the provider and every element of the catalogue in its order', () => {
    expect(ELEMENTS.map(({ name }) => name)).toEqual(['provider', ...CATALOGUE.map(({ name }) => name)]);
  });

  it.each(CATALOGUE.map(({ name }) => name))('has what <loyalty-%s> subscribes to', (name) => {
    const { needs, parts = [] } = ELEMENTS.find((one) => one.name === name)!;
    expect([...needs, ...parts]).toEqual(expect.arrayContaining(connected(name)));
  });
});
