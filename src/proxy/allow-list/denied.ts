import type { Endpoint } from '../../services/contract/endpoints/index.ts';

/** Why some profile-scoped endpoints are not for a customer's browser. */
export interface Denial {
  readonly methods: 'writes' | 'all';
  /** Tested on what follows the profile in the path template, parameters written as `{}`; empty for the profile itself. */
  readonly under: RegExp;
  readonly reason: string;
}

/**
 * A customer reads what is theirs, keeps their lists, addresses, dates and preferences, and claims rewards, benefits and receipts. What
 * makes value or says who somebody is stays with the shop's servers, which call the service directly.
 */
export const DENIED: readonly Denial[] = [
  { methods: 'writes', under: /^$/, reason: 'changes or deletes the profile: the platform leads' },
  { methods: 'all', under: /^purge$|^merge$|^type$|^sync$/, reason: 'administers profiles' },
  {
    methods: 'all',
    under: /(^|\/)(imports?|webhooks?)(\/|$)|batch/,
    reason: 'loads data in bulk (rule R24)',
  },
  {
    methods: 'all',
    under: /(^|\/)(unattach|resync|calculate)$/,
    reason: 'acts although it is a GET (rule R77)',
  },
  // A receipt claim asks for a purchase to be attached; the service decides.
  {
    methods: 'writes',
    under: /^transaction(?!s\/claims(\/|$))/,
    reason: 'transactions are never edited (rules R18, R45)',
  },
  { methods: 'writes', under: /^(orders|group_orders)/, reason: 'orders are made by the checkout' },
  { methods: 'all', under: /^find-transactions$/, reason: 'searches transactions that are nobody’s yet' },
  { methods: 'all', under: /^linked([_/]|$)/, reason: 'shows records of other profiles (G51)' },
  { methods: 'writes', under: /^(points|credits|ledgers)/, reason: 'makes points or credit' },
  { methods: 'writes', under: /^tiers?(\/|$)/, reason: 'assigns tiers' },
  { methods: 'writes', under: /^achievements/, reason: 'grants achievements' },
  { methods: 'writes', under: /^aggregations/, reason: 'changes the figures that tiers and rules rest on' },
  {
    methods: 'writes',
    under: /^rewards\/\{\}/,
    reason: 'changes an issued reward: its value, its end',
  },
  { methods: 'writes', under: /^redemptions/, reason: 'redeems, returns or reverses at the checkout' },
  {
    methods: 'writes',
    under: /^benefits(?!\/claim$)/,
    reason: 'grants or redeems benefits other than by a claim',
  },
  { methods: 'writes', under: /^identities/, reason: 'says who somebody is: the way to take over a profile' },
  { methods: 'writes', under: /^connections/, reason: 'ties a profile to another' },
  { methods: 'writes', under: /^regions/, reason: 'is a decision of the shop' },
  { methods: 'writes', under: /^statuses|^tags/, reason: 'is a decision of the shop' },
  { methods: 'writes', under: /^attributes\/custom/, reason: 'may hold what the rules of a programme read' },
  { methods: 'writes', under: /^interactions/, reason: 'is a record of the shop' },
  { methods: 'writes', under: /^custom-event$/, reason: 'sets off triggers, which may give points' },
];

/** Segments of `/v3/profiles/{profile}`, with the empty one before the first slash. */
const PROFILE_SEGMENTS = 4;

/** Why this profile-scoped endpoint is denied; `undefined` when it is not. */
export function denialOf({ method, path }: Endpoint): Denial | undefined {
  const rest = path
    .split('/')
    .slice(PROFILE_SEGMENTS)
    .join('/')
    .replace(/\{\w+\}/g, '{}');
  return DENIED.find(({ methods, under }) => (methods === 'all' || method !== 'GET') && under.test(rest));
}
