import type { SampleCustomer } from './customers.ts';
import type { Product } from './products.ts';

/** Gift registries of sample customers, each with a link. Days are relative to the day of seeding. */
export interface SampleRegistry {
  readonly customer: SampleCustomer['id'];
  readonly handle: string;
  readonly name: string;
  /** Its day: until then the owner does not see who gives what. */
  readonly eventDay: number;
  readonly day: number;
  /** In the order in which they are shown. */
  readonly gifts: readonly SampleGift[];
}

export interface SampleGift {
  /** Handle of a product. */
  readonly product: Product['handle'];
  readonly quantity: number;
  readonly note?: string;
  readonly reserved?: readonly (SampleGiver & { readonly quantity: number; readonly isBought?: true })[];
  /** Several givers pay for it together, at most its price. */
  readonly chipIn?: readonly (SampleGiver & { readonly amount: string })[];
}

interface SampleGiver {
  /** As the giver wrote it. */
  readonly name: string;
  readonly message?: string;
  readonly day: number;
}

export const registries: readonly SampleRegistry[] = [
  {
    customer: '1005',
    handle: 'our-wedding',
    name: 'Our wedding',
    eventDay: 75,
    day: -20,
    gifts: [
      {
        product: 'ferry-bench',
        quantity: 1,
        note: 'For the hall',
        chipIn: [
          { name: 'Avó Rosa', amount: '100.00', message: 'With all my love', day: -16 },
          { name: 'The office', amount: '60.00', day: -9 },
          { name: 'Uncle Bo', amount: '45.50', message: 'See you in spring!', day: -2 },
        ],
      },
      {
        product: 'black-spindle-chair',
        quantity: 4,
        reserved: [{ name: 'Ida and Karl', quantity: 2, day: -12 }],
      },
      {
        product: 'amphora-vase',
        quantity: 1,
        reserved: [{ name: 'Marta', quantity: 1, isBought: true, message: 'For the first roses', day: -5 }],
      },
      { product: 'wool-throw', quantity: 2, note: 'In the colour of oats' },
    ],
  },
];
