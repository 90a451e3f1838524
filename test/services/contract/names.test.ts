import { describe, expect, it } from 'vitest';
import * as catalogue from '../../../src/services/contract/endpoints/index.ts';
import type { Endpoint } from '../../../src/services/contract/endpoints/index.ts';

/** Named for what a person does, or where the scheme would say a word twice. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'auth.token.store': 'credentialsToken',
  'storefront.auth.token.store': 'storefrontToken',
  'identities.profile.show': 'readProfileByIdentity',
  'profiles.achievements.achievement-points.index': 'profileAchievementPoints',
  'profiles.linked.redemptions.index': 'profileRedemptionsOfLinked',
  'profiles.lists.custom.store': 'addProfileListCustomProduct',
  'profiles.lists.items.destroy': 'removeListItem',
  'profiles.lists.items.index': 'listItems',
  'profiles.lists.items.store': 'addListItem',
  'profiles.lists.store': 'addList',
  'profiles.redemptions.benefit.store': 'redeemProfileBenefit',
  'profiles.redemptions.credit.store': 'redeemProfileCredit',
  'profiles.redemptions.point.store': 'redeemProfilePoints',
  'profiles.redemptions.reward.store': 'redeemProfileReward',
  'profiles.rewards.store': 'claimReward',
};

const SINGULARS: Readonly<Record<string, string>> = {
  addresses: 'address',
  batches: 'batch',
  countries: 'country',
  currencies: 'currency',
  identities: 'identity',
  statuses: 'status',
};
const KEPT = new Set(['comms', 'status']);

function singular(noun: string): string {
  const [, head = '', last = ''] = /^(.*?)([a-zA-Z]+)$/.exec(noun) ?? [];
  if (SINGULARS[last]) return head + SINGULARS[last];
  return KEPT.has(last) || !last.endsWith('s') ? noun : noun.slice(0, -1);
}

const capital = (words: string) =>
  words.replace(/(^|[-_])([a-zA-Z])/g, (_, _separator, letter: string) => letter.toUpperCase());

/** The scheme that `endpoints/index.ts` describes, for the verbs that determine the name. */
function nameOf({ id, path }: Endpoint): string | undefined {
  const words = id.split('.');
  const verb = words.pop() ?? '';
  const nouns = words
    .filter((word, index) => !(index === 0 && word === 'auth'))
    .flatMap((word, index, all) => {
      if (word === 'attributes') return [];
      return word === 'custom' && all[index - 1] === 'attributes' ? ['custom-attributes'] : [word];
    });
  const last = nouns.pop() ?? '';
  const heads = nouns.map(singular).map(capital).join('');
  const one = heads + capital(singular(last));
  const whole = heads + capital(last);
  const namesARecord = path.endsWith('}');
  const lower = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);
  if (last === 'batch') return undefined;
  if (verb === 'index') return lower(whole);
  if (verb === 'store') return `add${one}`;
  if (verb === 'show') return namesARecord ? `read${one}` : lower(whole);
  if (verb === 'update') return `edit${namesARecord ? one : whole}`;
  if (verb === 'destroy') return `delete${one}`;
  return undefined;
}

describe('names of the catalogue', () => {
  const entries = Object.entries(catalogue) as [string, Endpoint][];

  it('follow from the operation id', () => {
    const wrong = entries.flatMap(([name, endpoint]) => {
      const expected = EXCEPTIONS[endpoint.id] ?? nameOf(endpoint);
      return expected && expected !== name ? [`${endpoint.id}: ${name} instead of ${expected}`] : [];
    });
    expect(wrong).toEqual([]);
  });

  it('begin with batch for batches', () => {
    for (const [name, { id }] of entries) {
      if (/\.batch\.store$/.test(id)) expect(name).toMatch(/^batch[A-Z]/);
      if (/\.batch\.destroy$/.test(id)) expect(name).toMatch(/^batchDelete[A-Z]/);
    }
  });

  it('list only exceptions that are needed', () => {
    for (const [name, endpoint] of entries) {
      if (EXCEPTIONS[endpoint.id]) expect(nameOf(endpoint), name).not.toBe(name);
    }
    expect(entries.filter(([, { id }]) => EXCEPTIONS[id])).toHaveLength(Object.keys(EXCEPTIONS).length);
  });
});
