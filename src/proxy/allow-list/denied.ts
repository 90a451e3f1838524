import type { Endpoint } from '../../services/contract/endpoints/index.ts';

/** A group of profile-scoped endpoints that a customer's browser may not call, and why. */
export interface Denial {
  readonly methods: 'writes' | 'all';
  /** Tested on the path template after the profile, with parameters as `{}`; empty for the profile itself. */
  readonly under: RegExp;
  readonly reason: string;
}

/**
 * A customer reads their own records, edits their lists, addresses, dates and preferences, and claims rewards, benefits and receipts.
 * Only the shop's servers, which call the service directly, may create value or change identities.
 */
export const DENIED: readonly Denial[] = [
  { methods: 'writes', under: /^$/, reason: 'changes or deletes the profile: the platform leads' },
  { methods: 'all', under: /^purge$|^merge$|^type$|^sync$/, reason: 'administers profiles' },
  {
    methods: 'all',
    under: /(^|\/)(imports?|webhooks?)(\/|$)|batch/,
    reason: 'imports data in bulk',
  },
  {
    methods: 'all',
    under: /(^|\/)(unattach|resync|calculate)$/,
    reason: 'changes data although it is a GET',
  },
  // Claims of transactions are allowed: the service decides whether the purchase is assigned.
  {
    methods: 'writes',
    under: /^transaction(?!s\/claims(\/|$))/,
    reason: 'transactions are never edited',
  },
  { methods: 'writes', under: /^(orders|group_orders)/, reason: 'orders are created by the checkout' },
  {
    methods: 'all',
    under: /^find-transactions$/,
    reason: 'searches transactions that belong to no profile yet',
  },
  { methods: 'all', under: /^linked([_/]|$)/, reason: 'shows records of other profiles' },
  { methods: 'writes', under: /^(points|credits|ledgers)/, reason: 'creates points or credit' },
  { methods: 'writes', under: /^tiers?(\/|$)/, reason: 'assigns tiers' },
  { methods: 'writes', under: /^achievements/, reason: 'grants achievements' },
  {
    methods: 'writes',
    under: /^aggregations/,
    reason: 'changes the figures that tiers and rules are computed from',
  },
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
  { methods: 'writes', under: /^identities/, reason: 'changes an identity: a way to take over a profile' },
  { methods: 'writes', under: /^connections/, reason: 'connects a profile with another' },
  { methods: 'writes', under: /^regions/, reason: 'is a decision of the shop' },
  { methods: 'writes', under: /^statuses|^tags/, reason: 'is a decision of the shop' },
  {
    methods: 'writes',
    under: /^attributes\/custom/,
    reason: 'may have values that the rules of a programme read',
  },
  { methods: 'writes', under: /^interactions/, reason: 'is a record of the shop' },
  { methods: 'writes', under: /^custom-event$/, reason: 'starts triggers, which may give points' },
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
