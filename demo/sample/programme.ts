/** The loyalty programme of the sample shop: tiers, rewards and the birthday gift. */

export interface SampleTier {
  readonly handle: string;
  readonly name: string;
  readonly description: string;
  readonly primaryColour: string;
  /** Points earned in total from which on a customer has the tier. */
  readonly pointsRequired: number;
}

export const tiers: readonly SampleTier[] = [
  {
    handle: 'shore',
    name: 'Shore',
    description: 'Where everyone begins: a point for every euro.',
    primaryColour: '#46665a',
    pointsRequired: 0,
  },
  {
    handle: 'harbour',
    name: 'Harbour',
    description: 'Free delivery, and each season two days early.',
    primaryColour: '#23506b',
    pointsRequired: 1_000,
  },
  {
    handle: 'lighthouse',
    name: 'Lighthouse',
    description: 'All of Harbour, a gift in your birthday month, first call on single pieces.',
    primaryColour: '#9a6b1f',
    pointsRequired: 5_000,
  },
];

export interface SampleReward {
  readonly handle: string;
  readonly name: string;
  /** Its kind, for which the elements have an icon, or one or two characters. */
  readonly icon: string;
  /** Handle of the product whose picture it has; a reward without one shows its icon. */
  readonly picture?: string;
  /** Points for a claim, or for one of its steps. */
  readonly pointsCost: number;
  /** For a reward per points, of which the member chooses a number of steps: the worth of one step, and the fewest and most of a claim. */
  readonly steps?: {
    /** Decimal text with all digits of the currency. */
    readonly amount: string;
    /** ISO 4217. */
    readonly currency: 'EUR';
    readonly minimum: number;
    readonly maximum: number;
  };
  readonly shortDescription: string;
  readonly description: string;
  readonly terms?: string;
  /** Handle of the lowest tier that may claim it. */
  readonly tier?: string;
  /** How often a customer may claim it. */
  readonly limit?: number;
  /** Stock for all customers together. */
  readonly stock?: number;
  /** Offered from this day on, counted from the day of seeding. */
  readonly fromDay?: number;
  readonly validDays?: number;
  readonly internalNotes?: string;
  readonly published?: false;
  /** Cents that it takes off an order; others add something to it. */
  readonly centsOff?: number;
  /** Smallest total in cents of an order with it. */
  readonly minimumCents?: number;
}

/** Points for one unit of a currency, as guests see it. The service has the same rule. */
export const earn = { EUR: 1 };

/** Ways to earn beside purchases. */
export const ways: readonly { readonly name: string; readonly description: string }[] = [
  { name: 'Orders before today', description: 'Send us the receipt number, and its points are added.' },
];

export const rewards: readonly SampleReward[] = [
  {
    handle: 'gift-wrapping',
    name: 'Gift wrapping',
    icon: '✂',
    picture: 'guest-towels',
    pointsCost: 0,
    shortDescription: 'Linen paper and a sprig of pine, on us.',
    description:
      'We wrap your next order by hand in undyed linen paper, tied with cotton and a sprig of pine.',
    limit: 1,
    validDays: 90,
  },
  {
    handle: 'free-delivery',
    name: 'Free delivery',
    icon: 'delivery',
    pointsCost: 150,
    shortDescription: 'Your next order comes without delivery costs.',
    description: 'Standard delivery of one order within Europe, whatever it weighs.',
    validDays: 60,
  },
  {
    handle: 'beeswax-candle',
    name: 'Beeswax candle',
    icon: 'product',
    picture: 'oak-candlesticks',
    pointsCost: 300,
    shortDescription: 'Hand-dipped, burns for nine hours.',
    description: 'A pair of tapers dipped by hand from the wax of island bees.',
    validDays: 60,
  },
  {
    handle: 'five-off',
    name: '€5 off your order',
    icon: '€',
    pointsCost: 500,
    shortDescription: 'Five euros off, with no minimum.',
    description: 'Type the code at checkout and five euros come off the total.',
    terms: 'One code per order. Not for gift cards.',
    validDays: 45,
    centsOff: 500,
  },
  {
    handle: 'stoneware-mug',
    name: 'Stoneware mug',
    icon: 'product',
    picture: 'stoneware-mug',
    pointsCost: 800,
    shortDescription: 'Thrown by hand, glazed in sea grey.',
    description: 'A mug of dark stoneware from the potters who make our tableware. Safe in the dishwasher.',
    validDays: 60,
  },
  {
    handle: 'ten-off',
    name: '€10 off your order',
    icon: '€',
    pointsCost: 950,
    shortDescription: 'Ten euros off an order from €40.',
    description: 'Type the code at checkout and ten euros come off an order of forty euros or more.',
    terms: 'One code per order. Not for gift cards.',
    validDays: 45,
    centsOff: 1_000,
    minimumCents: 4_000,
  },
  {
    handle: 'early-access',
    name: 'Early access to spring',
    icon: 'early',
    picture: 'lemon-vase',
    pointsCost: 1_200,
    shortDescription: 'See the spring collection two days before everyone.',
    description:
      'A link to the whole collection, two days before it opens. What you order then is set aside for you.',
    limit: 1,
    validDays: 120,
  },
  {
    handle: 'linen-apron',
    name: 'Linen apron',
    icon: 'product',
    picture: 'tea-towels',
    pointsCost: 1_800,
    shortDescription: 'Heavy washed linen, two deep pockets.',
    description: 'Cut and sewn by three people in one workshop. Softer with every wash.',
    stock: 0,
    internalNotes: 'Next delivery from the workshop is not confirmed. Do not promise a date.',
    validDays: 60,
  },
  {
    handle: 'wreath-evening',
    name: 'Wreath-making evening',
    icon: 'event',
    picture: 'pine-candle',
    pointsCost: 2_000,
    shortDescription: 'Two hours, hot cider, a wreath to take home.',
    description: 'An evening in our workshop with everything that is needed. Twelve places.',
    stock: 12,
    limit: 1,
    internalNotes: 'Twelve chairs. Keep two places for the press.',
    validDays: 60,
  },
  {
    handle: 'spring-bundle',
    name: 'Spring seed bundle',
    icon: 'product',
    picture: 'herb-trough',
    pointsCost: 400,
    shortDescription: 'Six kinds of old garden flowers.',
    description: 'Seeds of six flowers that grandmothers grew, with a note on when to sow each.',
    fromDay: 45,
    validDays: 60,
  },
  {
    handle: 'keepers-table',
    name: "Dinner at the keeper's table",
    icon: 'event',
    picture: 'harbour-lantern',
    pointsCost: 3_500,
    shortDescription: 'Eight guests, one long table, in the old lighthouse.',
    description: 'A dinner of five courses for you and one guest, in the lamp room above the harbour.',
    tier: 'lighthouse',
    limit: 1,
    validDays: 180,
  },
  {
    handle: 'workshop-in-lisbon',
    name: 'Workshop in Lisbon',
    icon: 'travel',
    picture: 'amphora-vase',
    pointsCost: 6_000,
    shortDescription: 'Two days with our ceramicists, journey and room included.',
    description:
      'Two days at the wheel in Lisbon with the people who make our plates. Journey and room for one.',
    terms: 'Dates are agreed with you. Journey from within Europe.',
    limit: 1,
    validDays: 365,
  },
  {
    handle: 'summer-draft',
    name: 'Summer hamper',
    icon: '☀',
    pointsCost: 2_400,
    shortDescription: 'Not decided yet.',
    description: 'Not decided yet.',
    published: false,
    internalNotes: 'Draft: contents and price are open.',
  },
  {
    handle: 'birthday-gift',
    name: 'A gift for your birthday month',
    icon: 'birthday',
    picture: 'bud-vase',
    pointsCost: 0,
    shortDescription: 'A small piece from the workshop, wrapped.',
    description:
      'Show the code in the shop, or type it at checkout: a small piece from the workshop is yours.',
    tier: 'lighthouse',
    validDays: 60,
    // Not offered for claiming: the birthday automation issues it.
    published: false,
    internalNotes: 'Issued by the automation "Birthday gift", once a year.',
  },
  {
    handle: 'points-as-money',
    name: 'Money off your order',
    icon: '€',
    pointsCost: 100,
    steps: { amount: '1.00', currency: 'EUR', minimum: 2, maximum: 50 },
    shortDescription: 'A euro for every 100 points. You choose how many.',
    description: 'Choose in the cart how many points you spend, from 200 to 5,000 in hundreds.',
    terms: 'One code per order. Not for gift cards.',
    validDays: 45,
  },
];

/** The birthday gift of the tier Lighthouse: the automation that issues it, and the trigger that sends an e-mail about it. */
export const birthdayGift = {
  reward: 'birthday-gift',
  automation: {
    name: 'Birthday gift',
    handle: 'birthday-gift',
    description: 'A gift in the birthday month of Lighthouse members, once a year.',
    schedule: '0 9 * * *',
    query: { tier: 'lighthouse', is_birthday_month: true },
    frequency: 'yearly',
  },
  target: {
    name: 'Birthday email',
    handle: 'birthday-email',
    type: 'email',
    settings: {
      subject: 'Happy birthday month, {{ profile.first_name }}',
      text: `Dear {{ profile.first_name }},

This is your month, and there’s a gift for you: {{ data.definition.name }}.

Your code: {{ data.code }}

Show it in the shop or enter it at checkout by the end of the month.

Harbour & Pine`,
    },
  },
  trigger: {
    name: 'Birthday gift was issued',
    handle: 'birthday-gift-issued',
    event: 'reward.issued',
    condition: ['data.definition.handle eq birthday-gift'],
  },
};

/** Time zone of the programme: days, hours and schedules are in local time. */
export const TIMEZONE = 'Europe/Amsterdam';
