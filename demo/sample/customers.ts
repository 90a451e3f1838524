/** A customer of the sample shop, to sign in as. */
export interface SampleCustomer {
  /** Customer id of the shop, which is signed (spec 5.3). */
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** The situation that this sample customer demonstrates, shown on the sign-in page. */
  readonly about: string;
  /** Has a birthday in the month of the seeding day, and wants e-mail. */
  readonly hasBirthday?: true;
}

/** Ids never change: tests and the database of an earlier start refer to them. */
export const customers: readonly SampleCustomer[] = [
  {
    id: '1001',
    email: 'noor.aalto@example.com',
    firstName: 'Noor',
    lastName: 'Aalto',
    about: 'Joined three days ago: a few points, nothing claimed yet',
  },
  {
    id: '1002',
    email: 'mara.lindqvist@example.com',
    firstName: 'Mara',
    lastName: 'Lindqvist',
    about: 'A regular, 320 points short of the next tier',
  },
  {
    id: '1003',
    email: 'tomas.herrera@example.com',
    firstName: 'Tomás',
    lastName: 'Herrera',
    about: 'With the shop for years: thousands of entries, long lists, the highest tier',
    hasBirthday: true,
  },
  {
    id: '1004',
    email: 'purchasing@example.com',
    firstName: 'عبد الرحمن',
    lastName: 'الأندلسي-Featherstonehaugh von Hohenberg-Wolkenstein',
    about: 'Buys for a hotel chain: huge numbers, a very long name in two directions',
  },
  {
    id: '1005',
    email: 'ines.duarte@example.com',
    firstName: 'Inês',
    lastName: 'Duarte',
    about: 'Points that expire within the week, more on their way; a gift registry',
  },
];

/** The customer in printed examples: has points, is near the next tier and can claim rewards. */
export const exampleCustomer = customers.find(({ id }) => id === '1002') as SampleCustomer;

/** The number on the card that the customer shows at the till. */
export const memberNumber = ({ id }: SampleCustomer): string => `20000000${id}`;
