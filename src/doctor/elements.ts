import type { ResourceDefinition } from '../services/customer/loyalty.ts';
import { account } from '../services/customer/resources/account.ts';
import { achievements } from '../services/customer/resources/achievements.ts';
import { balances } from '../services/customer/resources/balances.ts';
import { benefits } from '../services/customer/resources/benefits.ts';
import { card } from '../services/customer/resources/card.ts';
import { credits } from '../services/customer/resources/credits.ts';
import { dates } from '../services/customer/resources/dates.ts';
import { history } from '../services/customer/resources/history.ts';
import { listShares } from '../services/customer/resources/list-share.ts';
import { lists, type CustomerList } from '../services/customer/resources/lists.ts';
import { readPointDetails } from '../services/customer/resources/point-details.ts';
import { tiers } from '../services/customer/resources/programme.ts';
import { receipts } from '../services/customer/resources/receipts.ts';
import { ownList } from '../services/customer/resources/registry.ts';
import { rewards } from '../services/customer/resources/rewards.ts';
import { sharedList } from '../services/customer/resources/shared-list.ts';
import { tier } from '../services/customer/resources/tier.ts';
import { wishlist } from '../services/customer/resources/wishlist.ts';

// What each element shows, by the resources that it subscribes to. A test compares it with the elements.

/** What a page says in attributes, and the doctor finds in answers. */
export interface Subjects {
  /** Id or handle of a list. */
  list?: string | undefined;
  /** Handle of a share. */
  share?: string | undefined;
}

type Counts = Readonly<Record<string, number>>;
interface Shown<T> {
  /** `undefined` where the page has to name something that is not known. */
  readonly resource: (subjects: Subjects) => ResourceDefinition<T> | undefined;
  /** Records that it shows, by operation. */
  readonly counts: (value: T) => Counts;
  /** What to name where `resource` needs it. */
  readonly needs?: string;
}

const shown = <T>(
  resource: ResourceDefinition<T> | ((subjects: Subjects) => ResourceDefinition<T> | undefined),
  counts: (value: T) => Counts = () => ({}),
  needs?: string,
): Shown<unknown> => ({
  resource: typeof resource === 'function' ? resource : () => resource,
  counts: counts as (value: unknown) => Counts,
  ...(needs !== undefined && { needs }),
});
const listOf = (operation: string) => (value: readonly unknown[]) => ({ [operation]: value.length });
const itemsOf = (operation: string) => (value: { readonly items: readonly unknown[] } | null) => ({
  [operation]: value?.items.length ?? 0,
});
const NO_LIST = 'the customer has no list: name one with --list ID';
const NO_SHARE = 'no list of the customer is shared: name a share with --share HANDLE';

export const RESOURCES = {
  account: shown(account),
  balances: shown(balances, (points) => {
    readPointDetails(points); // so that the report has the fields of the card
    return {};
  }),
  tier: shown(tier),
  card: shown(card()),
  tiers: shown(tiers, listOf('tiers.definitions.index')),
  rewards: shown(rewards, ({ owned, offers }) => ({
    'profiles.rewards.index': owned.length,
    'rewards.definitions.index': offers.length,
  })),
  benefits: shown(benefits, ({ owned, offers }) => ({
    'profiles.benefits.index': owned.length,
    'profiles.benefits.claimable': offers.length,
  })),
  credits: shown(credits, listOf('profiles.credits.index')),
  achievements: shown(achievements, listOf('profiles.achievements.index')),
  dates: shown(dates, listOf('profiles.attributes.dates.index')),
  receipts: shown(receipts, listOf('profiles.transactions.claims.index')),
  history: shown(history, ({ entries }) => ({ 'profiles.ledgers.index': entries.length })),
  lists: shown(lists, listOf('profiles.lists.index')),
  wishlist: shown(wishlist, listOf('profiles.lists.items.index')),
  'own list': shown(
    ({ list }) => (list === undefined ? undefined : ownList(list)),
    itemsOf('profiles.lists.items.index'),
    NO_LIST,
  ),
  shares: shown(
    ({ list }) => (list === undefined ? undefined : listShares(list)),
    (value) => ({ 'profiles.lists.shares.index': value?.length ?? 0 }),
    NO_LIST,
  ),
  'shared list': shown(
    ({ share }) => (share === undefined ? undefined : sharedList(share)),
    undefined,
    NO_SHARE,
  ),
} as const satisfies Record<string, Shown<unknown>>;

export type ResourceName = keyof typeof RESOURCES;

export interface ElementNeeds {
  readonly name: string;
  /** Without these it shows an error. */
  readonly needs: readonly ResourceName[];
  /** Without these a part of it is missing. */
  readonly parts?: readonly ResourceName[];
  /** The operation that is not a GET, without which it does nothing. */
  readonly posts?: string;
  /** Attributes without which it shows nothing. */
  readonly required?: readonly string[];
}

/** In this order: those that name what later ones need come first. */
export const RESOURCE_NAMES = Object.keys(RESOURCES) as readonly ResourceName[];

/** The list and the share that a page could show, from what has loaded. */
export function subjectsFrom(subjects: Subjects, name: ResourceName, value: unknown): Subjects {
  if (name === 'lists' && subjects.list === undefined) {
    const all = value as readonly CustomerList[];
    const list = all.find(({ type }) => type === 'registry') ?? all[0];
    return { ...subjects, list: list && String(list.id) };
  }
  if (name === 'shares' && subjects.share === undefined)
    return { ...subjects, share: (value as readonly { readonly handle: string }[] | null)?.[0]?.handle };
  return subjects;
}
