import { seededRandom } from './seeded-random.ts';
import type { SampleCustomer } from './customers.ts';

/** Actions of a sample customer before the day of seeding. Days are relative to it: −3 is three days before. */
export interface SampleHistory {
  readonly customer: SampleCustomer['id'];
  readonly enrolmentDay: number;
  readonly earned: readonly SampleEarning[];
  readonly pending?: readonly SamplePending[];
  readonly claimed?: readonly SampleClaim[];
  readonly wishlist?: readonly SampleListItem[];
}

export interface SampleEarning {
  readonly day: number;
  readonly points: number;
  readonly reason: string;
  /** Absent where points do not expire. */
  readonly expiresDay?: number;
}

export interface SamplePending extends Omit<SampleEarning, 'day'> {
  readonly releasesDay: number;
}

export interface SampleClaim {
  readonly day: number;
  /** Handle of a reward. */
  readonly reward: string;
  readonly expiresDay?: number;
  readonly usedDay?: number;
}

export interface SampleListItem {
  readonly day: number;
  /** Index of the product in `products`; past its end for a product that the shop no longer sells. */
  readonly product: number;
}

const listItems = (count: number, step: number): SampleListItem[] =>
  Array.from({ length: count }, (_, index) => ({ day: -1 - index * 3, product: (7 + index * step) % 200 }));

const occasions = ['Order', 'Order', 'Order', 'Order', 'Review', 'Recycled packaging', 'Visit to the shop'];

/** Many small entries over the given days, oldest first, the last one a day ago. */
function manyEarnings(count: number, days: number): SampleEarning[] {
  const random = seededRandom(1003);
  return Array.from({ length: count }, (_, index) => {
    const occasion = occasions[Math.floor(random() * occasions.length)] ?? 'Order';
    return {
      day: Math.round(-days + (index / count) * (days - 1)),
      points: 1 + Math.floor(random() * (occasion === 'Order' ? 11 : 3)),
      reason: occasion === 'Order' ? `Order ${20_000 + index * 7}` : occasion,
    };
  });
}

function manyClaims(count: number, days: number): SampleClaim[] {
  const handles = ['free-delivery', 'beeswax-candle', 'five-off', 'stoneware-mug', 'ten-off'];
  return Array.from({ length: count }, (_, index) => {
    const day = Math.round(-days + 60 + (index / count) * (days - 90));
    // Every tenth claim expired unused; all others were used within two weeks.
    return {
      day,
      reward: handles[index % handles.length] ?? 'five-off',
      expiresDay: day + 45,
      ...(index % 10 !== 9 && { usedDay: day + 1 + (index % 14) }),
    };
  });
}

/** About eight years. */
const LONG_HISTORY_DAYS = 2_900;

export const histories: readonly SampleHistory[] = [
  {
    customer: '1001',
    enrolmentDay: -3,
    earned: [
      { day: -3, points: 100, reason: 'Welcome to Harbour & Pine', expiresDay: 362 },
      { day: -2, points: 20, reason: 'Newsletter' },
    ],
  },
  {
    customer: '1002',
    enrolmentDay: -410,
    earned: [
      { day: -410, points: 100, reason: 'Welcome to Harbour & Pine' },
      { day: -402, points: 640, reason: 'Order 31120' },
      { day: -330, points: 1_015, reason: 'Order 33508' },
      { day: -208, points: 25, reason: 'Review' },
      { day: -190, points: 1_420, reason: 'Order 37741', expiresDay: 175 },
      { day: -96, points: 30, reason: 'Review' },
      { day: -61, points: 1_110, reason: 'Order 40264', expiresDay: 304 },
      { day: -12, points: 340, reason: 'Order 41877', expiresDay: 353 },
    ],
    pending: [{ releasesDay: 11, points: 180, reason: 'Order 42230', expiresDay: 365 }],
    claimed: [
      { day: -300, reward: 'five-off', expiresDay: -255, usedDay: -281 },
      { day: -120, reward: 'stoneware-mug', expiresDay: -60, usedDay: -118 },
      { day: -20, reward: 'free-delivery', expiresDay: 40 },
      { day: -39, reward: 'ten-off', expiresDay: 6 },
    ],
    wishlist: listItems(6, 23),
  },
  {
    customer: '1003',
    enrolmentDay: -LONG_HISTORY_DAYS,
    earned: manyEarnings(5_200, LONG_HISTORY_DAYS),
    pending: [{ releasesDay: 9, points: 64, reason: 'Order 56431' }],
    claimed: manyClaims(30, LONG_HISTORY_DAYS),
    // The last item is a product that the shop no longer sells.
    wishlist: [...listItems(57, 3), { day: -900, product: 200 }],
  },
  {
    customer: '1004',
    enrolmentDay: -1_200,
    earned: [
      { day: -1_200, points: 1_000_000_000, reason: 'Furniture for 214 hotels', expiresDay: 620 },
      { day: -480, points: 234_567_890, reason: 'Tableware for 214 hotels' },
      { day: -30, points: 6_500, reason: 'Samples' },
    ],
    pending: [{ releasesDay: 21, points: 98_765_432, reason: 'Lamps for 214 hotels' }],
    claimed: [
      { day: -90, reward: 'workshop-in-lisbon', expiresDay: 275 },
      { day: -10, reward: 'five-off', expiresDay: 35 },
    ],
    wishlist: listItems(12, 41),
  },
  {
    customer: '1005',
    enrolmentDay: -364,
    earned: [
      { day: -364, points: 780, reason: 'Order 34410', expiresDay: 2 },
      { day: -361, points: 415, reason: 'Order 34502', expiresDay: 5 },
      { day: -140, points: 290, reason: 'Order 38993', expiresDay: 225 },
    ],
    pending: [
      { releasesDay: 4, points: 340, reason: 'Order 42101', expiresDay: 369 },
      { releasesDay: 12, points: 95, reason: 'Order 42377', expiresDay: 377 },
    ],
    claimed: [{ day: -42, reward: 'beeswax-candle', expiresDay: 3 }],
    wishlist: listItems(3, 61),
  },
];
