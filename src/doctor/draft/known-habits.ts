// Addresses, states and parameters that services of this kind use. Each is tried before a draft has it.

const PROFILE = '/v3/profiles/{profile}';
const definitions = (plural: string, singular: string): string[] => [
  `/v3/${plural}/definitions`,
  `/v3/${singular}_definitions`,
  `/v3/${singular}-definitions`,
  `/v3/definitions/${plural}`,
  `/v3/${plural}`,
];
const items = ['list_items', 'list-items', 'entries', 'products'];

/** Other paths of an operation, the most usual first. */
export const PATHS: Readonly<Record<string, readonly string[]>> = {
  'profiles.balances.show': [
    'balance',
    'points/balance',
    'points/summary',
    'points/balances',
    'wallet',
    'points',
    'account',
  ].map((name) => `${PROFILE}/${name}`),
  'profiles.tier.show': ['tiers/current', 'tiers/calculate', 'tier/current', 'tiers', 'status'].map(
    (name) => `${PROFILE}/${name}`,
  ),
  'tiers.definitions.index': definitions('tiers', 'tier'),
  'rewards.definitions.index': definitions('rewards', 'reward'),
  'profiles.benefits.index': ['viewable', 'owned', 'claimed'].map((name) => `${PROFILE}/benefits/${name}`),
  'profiles.benefits.claimable': ['viewable', 'available', 'eligible'].map(
    (name) => `${PROFILE}/benefits/${name}`,
  ),
  'profiles.lists.items.index': items.map((name) => `${PROFILE}/lists/{list}/${name}`),
  'profiles.ledgers.index': ['ledger', 'points/ledger', 'points/history', 'points/entries'].map(
    (name) => `${PROFILE}/${name}`,
  ),
  'profiles.transactions.claims.index': [
    'transaction-claims',
    'transaction_claims',
    'claims',
    'receipts',
  ].map((name) => `${PROFILE}/${name}`),
  'profiles.achievements.index': ['achievements/progress', 'achievement-points'].map(
    (name) => `${PROFILE}/${name}`,
  ),
  'profiles.attributes.dates.index': ['dates', 'important-dates'].map((name) => `${PROFILE}/${name}`),
  'profiles.credits.index': ['credit', 'gift-cards', 'store-credits'].map((name) => `${PROFILE}/${name}`),
};

/** Names of the parameters of pages, in pairs. */
export const PAGE_PARAMETERS: readonly (readonly [number: string, size: string])[] = [
  ['page', 'per_page'],
  ['page', 'per'],
  ['page', 'limit'],
  ['page', 'page_size'],
  ['page', 'size'],
  ['pageNumber', 'pageSize'],
  ['page', 'pageSize'],
  ['page', 'perPage'],
];

/** Truth values of records that do not count any more, in any list. */
export const AGAINST: readonly string[] = ['isarchived', 'archived', 'isretired', 'isdeleted', 'isdisabled'];

/** Words of a state, or names of a truth value, of the records that count. */
export const COUNTING: Readonly<
  Record<string, { readonly words: readonly string[]; readonly flags: readonly string[] }>
> = {
  'profiles.rewards.index': {
    words: ['available', 'issued', 'active', 'unused', 'valid', 'claimed'],
    flags: [],
  },
  'rewards.definitions.index': { words: ['live', 'active', 'published', 'available'], flags: [] },
  'profiles.achievements.index': { words: ['live', 'active', 'published'], flags: [] },
  'profiles.benefits.index': {
    words: ['granted', 'claimed', 'held', 'owned', 'issued'],
    flags: ['isheld', 'isclaimed', 'isowned', 'held', 'claimed'],
  },
  'profiles.benefits.claimable': {
    words: ['open', 'eligible', 'claimable', 'available'],
    flags: ['canclaim', 'isclaimable', 'claimable', 'iseligible'],
  },
};
