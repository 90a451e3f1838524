import type { Row } from '../database/tables.ts';

/** The standing of a profile towards a reward: what its terms are compared with. */
export interface Standing {
  readonly available: number;
  /** Points at which the profile's tier begins; below the first tier −1. */
  readonly tierFrom: number;
  /** How often the profile has claimed this reward. */
  readonly claims: number;
}

export interface Terms extends Pick<
  Row<'reward_definitions'>,
  'points_cost' | 'claim_limit' | 'stock' | 'available_from' | 'available_until'
> {
  /** The tier a claim needs, if any. */
  readonly tier_name: string | null;
  readonly tier_from: number | null;
  /** Fewest steps of a claim, each of which costs `points_cost`; null or missing without steps. */
  readonly minimum_steps?: number | null;
  /** IANA time zone of its days; UTC without one. */
  readonly zone?: string;
}

export type Eligibility =
  | { readonly claimable: true; readonly reason: null; readonly message: null }
  | { readonly claimable: false; readonly reason: Reason; readonly message: string };
export type Reason = 'dates' | 'stock' | 'limit' | 'tier' | 'points';

const number = new Intl.NumberFormat('en');
/** Written as the elements write dates: a page has one style. */
const dayIn = (moment: Date, zone = 'UTC') =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: zone }).format(moment);

/** Reasons in the order of their importance: first what no shopper can change, last what more points would change. */
const obstacles: readonly [Reason, (terms: Terms, standing: Standing, now: Date) => string | false | null][] =
  [
    [
      'dates',
      ({ available_from: from, zone }, _, now) => from && from > now && `Available from ${dayIn(from, zone)}`,
    ],
    [
      'dates',
      ({ available_until: until, zone }, _, now) => until && until <= now && `Ended on ${dayIn(until, zone)}`,
    ],
    ['stock', ({ stock }) => stock === 0 && 'Out of stock'],
    [
      'limit',
      ({ claim_limit: limit }, { claims }) =>
        limit !== null &&
        claims >= limit &&
        (limit === 1 ? 'You have had this one' : `You have had all ${limit}`),
    ],
    [
      'tier',
      ({ tier_from, tier_name }, { tierFrom }) =>
        tier_from !== null && tierFrom < tier_from && `For ${tier_name} members`,
    ],
    [
      'points',
      (terms, { available }) => {
        const missing = lowestPrice(terms) - available;
        return missing > 0 && `${number.format(missing)} ${missing === 1 ? 'point' : 'points'} to go`;
      },
    ],
  ];

/** Points of the smallest claim. */
export const lowestPrice = ({ points_cost: cost, minimum_steps: steps }: Terms): number =>
  cost * (steps ?? 1);

/** Whether a profile can claim a reward, and why not: shown when rewards are browsed, enforced when one is claimed. */
export function eligibilityOf(terms: Terms, standing: Standing, now = new Date()): Eligibility {
  for (const [reason, messageFor] of obstacles) {
    const message = messageFor(terms, standing, now);
    if (message) return { claimable: false, reason, message };
  }
  return { claimable: true, reason: null, message: null };
}
