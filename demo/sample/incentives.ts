import type { SampleCustomer } from './customers.ts';

/** Benefits and achievements of the sample shop, and a purchase that a customer can claim. Days are relative to the day of seeding. */

export interface SampleBenefit {
  readonly handle: string;
  readonly name: string;
  /** Its kind, for which the elements have an icon, or one or two characters. */
  readonly icon: string;
  readonly shortDescription: string;
  /** How to use it. */
  readonly description: string;
  readonly pointsCost: number;
  readonly uses: number;
  readonly validDays: number;
  /** Handle of the lowest tier that may claim it. */
  readonly tier?: string;
  /** How often a customer may claim it. */
  readonly limit?: number;
}

export const benefits: readonly SampleBenefit[] = [
  {
    handle: 'delivery-pass',
    name: 'Free delivery',
    icon: 'delivery',
    shortDescription: 'Five deliveries a year, on us.',
    description: 'Nothing to do: delivery costs nothing at checkout until all five are used.',
    pointsCost: 0,
    uses: 5,
    validDays: 365,
    tier: 'harbour',
    limit: 1,
  },
  {
    handle: 'repair-service',
    name: 'Repair service',
    icon: 'repair',
    shortDescription: 'We glue, re-cane or re-wire one piece a year.',
    description:
      'Bring the piece to the workshop, or write to us for a box to send it in. We call you when it is ready.',
    pointsCost: 0,
    uses: 1,
    validDays: 365,
    limit: 1,
  },
  {
    handle: 'quiet-hour',
    name: 'Quiet hour before opening',
    icon: 'early',
    shortDescription: 'The shop to yourself, with coffee.',
    description: 'Choose a Saturday and tell us at least two days before. Bring one guest.',
    pointsCost: 0,
    uses: 1,
    validDays: 60,
    tier: 'harbour',
    limit: 1,
  },
  {
    handle: 'potters-visit',
    name: 'Visit to the potters',
    icon: 'event',
    shortDescription: 'An afternoon at the wheel, for two.',
    description:
      'Visits are on the first Friday of the month. Type the name of this benefit at checkout to choose one.',
    pointsCost: 250,
    uses: 1,
    validDays: 120,
    limit: 1,
  },
  {
    handle: 'keepers-key',
    name: "The keeper's key",
    icon: 'early',
    shortDescription: 'Single pieces a day before everyone.',
    description: 'Open the link in our letter. What you put aside is yours until the evening.',
    pointsCost: 0,
    uses: 12,
    validDays: 365,
    tier: 'lighthouse',
    limit: 1,
  },
];

export interface SampleOwnedBenefit {
  readonly customer: SampleCustomer['id'];
  /** Handle of a benefit. */
  readonly benefit: string;
  readonly day: number;
  readonly usesLeft: number;
  readonly expiresDay: number;
}

export const ownedBenefits: readonly SampleOwnedBenefit[] = [
  { customer: '1002', benefit: 'delivery-pass', day: -120, usesLeft: 3, expiresDay: 245 },
  { customer: '1002', benefit: 'quiet-hour', day: -55, usesLeft: 1, expiresDay: 5 },
  { customer: '1003', benefit: 'delivery-pass', day: -300, usesLeft: 1, expiresDay: 65 },
  { customer: '1003', benefit: 'repair-service', day: -90, usesLeft: 1, expiresDay: 275 },
  { customer: '1003', benefit: 'keepers-key', day: -30, usesLeft: 11, expiresDay: 335 },
  { customer: '1004', benefit: 'keepers-key', day: -200, usesLeft: 12, expiresDay: 165 },
  { customer: '1005', benefit: 'repair-service', day: -363, usesLeft: 1, expiresDay: 2 },
];

export interface SampleAchievement {
  readonly handle: string;
  readonly name: string;
  readonly shortDescription: string;
  /** What it counts; `reviews` are earnings for a review. */
  readonly counts: 'points' | 'purchases' | 'reviews' | 'tier';
  readonly required: number;
  /** Handle of the tier that `tier` asks for. */
  readonly tier?: string;
}

/** Name of the event that the achievement for reviews counts. */
export const REVIEW_EVENT = 'review.published';

export const achievements: readonly SampleAchievement[] = [
  {
    handle: 'first-order',
    name: 'First light',
    shortDescription: 'Your first order.',
    counts: 'purchases',
    required: 1,
  },
  {
    handle: 'safe-harbour',
    name: 'Safe harbour',
    shortDescription: 'Reach the tier Harbour.',
    counts: 'tier',
    required: 1,
    tier: 'harbour',
  },
  {
    handle: 'three-reviews',
    name: 'Good word',
    shortDescription: 'Write three reviews.',
    counts: 'reviews',
    required: 3,
  },
  {
    handle: 'ten-orders',
    name: 'Set the table',
    shortDescription: 'Order ten times.',
    counts: 'purchases',
    required: 10,
  },
  {
    handle: 'five-thousand-points',
    name: 'Five thousand',
    shortDescription: 'Collect 5,000 points.',
    counts: 'points',
    required: 5_000,
  },
  {
    handle: 'two-thousand-points',
    name: 'Well on course',
    shortDescription: 'Collect 2,000 points.',
    counts: 'points',
    required: 2_000,
  },
];

/** A purchase at the till that belongs to nobody yet. */
export const unclaimedPurchase = { receipt: 'HP-20417', total: 45.5, day: -6 };
