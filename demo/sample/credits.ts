import type { SampleCustomer } from './customers.ts';

/** Gift cards and store credit of the sample shop. */
export interface SampleCreditDefinition {
  readonly handle: string;
  readonly name: string;
  readonly shortDescription: string;
}

export const creditDefinitions: readonly SampleCreditDefinition[] = [
  {
    handle: 'harbour-gift-card',
    name: 'Gift card',
    shortDescription: 'Given by someone who knows your taste.',
  },
  {
    handle: 'harbour-store-credit',
    name: 'Store credit',
    shortDescription: 'From us, for something that went wrong.',
  },
];

/** A credit of a sample customer. Days are relative to the day of seeding: −3 is three days before. */
export interface SampleCredit {
  readonly customer: SampleCustomer['id'];
  /** Handle of a definition. */
  readonly definition: string;
  /** Shown instead of the name of the definition. */
  readonly name?: string;
  /** Decimal text in euro. */
  readonly value: string;
  readonly issuedDay: number;
  readonly expiresDay?: number;
  readonly releasesDay?: number;
  readonly lock?: { readonly expiresDay?: number };
  readonly spent?: readonly SampleCreditSpending[];
}

export interface SampleCreditSpending {
  readonly day: number;
  readonly amount: string;
}

export const credits: readonly SampleCredit[] = [
  {
    customer: '1001',
    definition: 'harbour-store-credit',
    name: 'Welcome credit',
    value: '10',
    issuedDay: -3,
    expiresDay: 87,
  },
  {
    customer: '1002',
    definition: 'harbour-gift-card',
    name: 'Gift card from Anton',
    value: '75',
    issuedDay: -214,
    expiresDay: 516,
    spent: [
      { day: -190, amount: '24.5' },
      { day: -61, amount: '18' },
    ],
  },
  { customer: '1002', definition: 'harbour-store-credit', value: '15', issuedDay: -85, expiresDay: 5 },
  {
    customer: '1002',
    definition: 'harbour-gift-card',
    name: 'Gift card, reported lost',
    value: '50',
    issuedDay: -40,
    lock: { expiresDay: 9 },
  },
  {
    customer: '1003',
    definition: 'harbour-gift-card',
    value: '500',
    issuedDay: -800,
    spent: Array.from({ length: 12 }, (_, index) => ({ day: -790 + index * 60, amount: '36.2' })),
  },
  { customer: '1003', definition: 'harbour-store-credit', value: '8.4', issuedDay: -20, expiresDay: 345 },
  {
    customer: '1004',
    definition: 'harbour-store-credit',
    name: 'Refund for 214 reading lamps that were delivered to the wrong hotel',
    value: '125000',
    issuedDay: -29,
  },
  {
    customer: '1005',
    definition: 'harbour-store-credit',
    value: '20',
    issuedDay: -180,
    expiresDay: 0,
    spent: [{ day: -42, amount: '7.25' }],
  },
  {
    customer: '1005',
    definition: 'harbour-gift-card',
    name: 'Birthday gift card',
    value: '40',
    issuedDay: -2,
    releasesDay: 6,
    expiresDay: 371,
  },
];
