import { json, refuse } from './component-answers.ts';

/** Records as the service sends them, without the fields that no element reads. */
type Wire = Record<string, unknown>;
export type TierWire = Wire & { name: string; points_required: number };
export type DefinitionWire = Wire & { id: number; name: string; points_cost: number };
export type RewardWire = Wire & { id: number };
export type OfferWire = Wire & { id: number; name: string };
export type PointWire = Wire & { id: number; type: string; value: number; balance: number; at: string };
export type CreditWire = Wire & { id: number };
export type ItemWire = Wire & { id: number; product_id: string };

/** An address without a server: tests check attributes, not pictures. */
export const PICTURE = 'https://cdn.example.com/picture.svg';

export const silver: TierWire = { id: 2, name: 'Silver', handle: 'silver', points_required: 1_000 };
export const gold: TierWire = { id: 3, name: 'Gold', handle: 'gold', points_required: 5_000 };
/** Tier definitions, in no order. */
export const tierDefinitionWires: TierWire[] = [
  { ...gold, primary_colour: '#9a6b1f', benefits: [{ name: 'Private sale' }, { name: 'Birthday gift' }] },
  {
    id: 1,
    name: 'Bronze',
    points_required: 0,
    primary_colour: '#46665a',
    description: 'Points on every order.',
  },
  { ...silver, primary_colour: '#23506b', description: 'Free delivery.' },
];

export const definition = (
  id: number,
  name: string,
  points_cost: number,
  rest: Wire = {},
): DefinitionWire => ({ id, name, handle: `reward-${id}`, points_cost, is_published: true, ...rest });

/** A reward of which the customer chooses how many points it costs. */
export const steppedDefinition = (id: number, name: string, rest: Wire = {}): DefinitionWire =>
  definition(id, name, 100, { step_amount: '1.00', step_currency: 'EUR', minimum_steps: 1, ...rest });

export const item = (id: number, name: string | null, rest: Wire = {}): ItemWire => ({
  id,
  list_id: 1,
  product_id: `product-${id}`,
  product: name === null ? null : product(`product-${id}`, name),
  ...rest,
});

const product = (id: string, name: string) => ({
  id,
  name,
  url: `https://shop.example.com/products/${id}`,
  image_url: PICTURE,
  price: '89.00',
  currency: 'EUR',
});

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export interface ReservationWire {
  readonly id: number;
  readonly item_id: number;
  readonly profile_id: string | null;
  readonly name: string;
  secret: string | null;
  quantity: number;
  /** Of a pledge. */
  amount?: string;
  currency?: string;
  status: 'reserved' | 'purchased';
  message?: string;
  is_thanked?: boolean | null;
}

/** A list of a member, with what belongs to it. */
export interface ListWire {
  readonly id: number;
  readonly handle: string;
  readonly type: string;
  name: string;
  description?: string | null;
  event_at?: string | null;
  items: ItemWire[];
  /** `claimedBy`: the profile that has claimed it. */
  shares: { readonly id: number; readonly handle: string; readonly role: string; claimedBy?: string }[];
  owner_name?: string;
  share_id?: number;
  reservations: ReservationWire[];
}

export const list = (id: number, type: string, handle: string, name: string, rest = {}): ListWire => ({
  id,
  type,
  handle,
  name,
  items: [],
  shares: [],
  reservations: [],
  ...rest,
});

/** Handle of the share of the sample registry. */
export const SHARE = 'registry-share-0123456789abcdefg';

/** A registry with three items, shared, of which one piece is reserved and one bought by others. */
export const sampleRegistry = (): ListWire => {
  const registry = list(20, 'registry', 'our-wedding', 'Our wedding', { event_at: '2099-06-01T00:00:00Z' });
  registry.items = [
    item(201, 'Linen throw', { list_id: 20, quantity: 4, note: 'In blue, please' }),
    item(202, 'Stoneware mug', { list_id: 20, quantity: 1 }),
    item(203, null, { list_id: 20, quantity: 2 }),
  ];
  registry.shares = [{ id: 7, handle: SHARE, role: 'viewer' }];
  registry.reservations = [
    reservation(901, 201, 'Aunt Ida', 'reserved'),
    reservation(902, 201, 'Uncle Bo', 'purchased'),
  ];
  return registry;
};

export const sampleStyleGuide = (): ListWire => {
  const guide = list(30, 'style-guide', 'reading-corner', 'Reading corner');
  guide.items = [item(301, 'Armchair', { list_id: 30 }), item(302, 'Floor lamp', { list_id: 30 })];
  guide.shares = [{ id: 8, handle: 'guide-share', role: 'viewer' }];
  return guide;
};

const reservation = (
  id: number,
  item_id: number,
  name: string,
  status: 'reserved' | 'purchased',
): ReservationWire => ({
  id,
  item_id,
  name,
  status,
  profile_id: null,
  secret: 'another secret',
  quantity: 1,
  is_thanked: null,
});

/** A customer of the service with all records. */
export class Member {
  readonly id: string;
  readonly signature: string;
  readonly profileId: string;
  /** The shop's platform, whose customer the member is. */
  namespace = 'shop';
  profile: Wire;
  /** Identifiers in other systems. */
  identities: Wire[] = [];
  points: Wire & { available: number };
  tier: Wire;
  tiers: TierWire[] = [];
  rewards: RewardWire[] = [];
  definitions: DefinitionWire[] = [];
  /** Entries of the ledger of points. */
  pointEntries: PointWire[] = [];
  redemptions: Wire[] = [];
  credits: CreditWire[] = [];
  /** `undefined` if the profile has no wishlist yet. */
  items: ItemWire[] | undefined;
  /** The lists but the wishlist. */
  lists: ListWire[] = [];
  benefits: Wire[] = [];
  claimable: OfferWire[] = [];
  achievements: Wire[] = [];
  dates: Wire[] = [];
  receipts: Wire[] = [];
  /** Items that were removed from a list, by product: the shop knows these products. */
  readonly removed = new Map<string, ItemWire>();
  readonly #claims = new Map<string, unknown>();

  constructor(id: string, signature: string) {
    this.id = id;
    this.signature = signature;
    this.profileId = `profile-${id}`;
    this.profile = { id: this.profileId, full_name: '', external_id: null };
    this.points = { available: 0 };
    this.tier = { points: 0, next: silver };
  }

  /** Issues a reward for points. The same `Idempotency-Key` returns the same claim again. */
  claim(body: unknown, headers: Headers): Response {
    const { reward_definition_id, steps } = body as { reward_definition_id: number; steps?: number };
    const key = headers.get('Idempotency-Key') ?? '';
    if (this.#claims.has(key)) return json(this.#claims.get(key));
    const offer = this.definitions.find(({ id }) => id === reward_definition_id);
    if (!offer) return refuse(404, 'No such reward.');
    const most = Number(offer['maximum_steps'] ?? Infinity);
    if (steps !== undefined && !(steps <= most)) {
      return refuse(422, 'The given data was invalid.', { steps: [`You can use ${most} steps at most.`] });
    }
    const count = steps ?? Number(offer['minimum_steps'] ?? 1);
    const cost = offer.points_cost * count;
    if (cost > this.points.available) {
      const reason = 'You do not have enough points.';
      return refuse(422, 'The given data was invalid.', { reward_definition_id: [reason] });
    }
    this.points = { ...this.points, available: this.points.available - cost };
    const amount = offer['step_amount'];
    const reward: RewardWire = {
      id: 900 + this.rewards.length,
      profile_id: this.profileId,
      reward_definition_id,
      definition: offer,
      code: 'CODE',
      points_spent: cost,
      amount: amount ? (Number(amount) * count).toFixed(2) : null,
      currency: offer['step_currency'] ?? null,
    };
    this.rewards = [reward, ...this.rewards];
    const reply = { data: reward, meta: { balances: { points: this.points } } };
    this.#claims.set(key, reply);
    return json(reply);
  }

  /** Issues a benefit. The same `Idempotency-Key` returns the same claim again. */
  claimBenefit(body: unknown, headers: Headers): Response {
    const { benefit_definition_id } = body as { benefit_definition_id: number };
    const key = headers.get('Idempotency-Key') ?? '';
    if (this.#claims.has(key)) return json(this.#claims.get(key));
    const offer = this.claimable.find(({ id }) => id === benefit_definition_id);
    if (!offer) return refuse(404, 'No such benefit.');
    const cost = Number(offer['points_cost'] ?? 0);
    this.points = { ...this.points, available: this.points.available - cost };
    const benefit = {
      id: 700 + this.benefits.length,
      benefit_definition_id,
      definition: offer,
      uses_left: 2,
    };
    this.benefits = [...this.benefits, benefit];
    this.claimable = this.claimable.filter((one) => one !== offer);
    this.#claims.set(key, { data: benefit });
    return json({ data: benefit });
  }

  /** Changes the dates with an id and adds the others. */
  putDates(body: unknown): Response {
    const saved = (body as Wire[]).map((sent, index) => {
      const before = this.dates.find(({ id }) => id === sent['id']);
      return { id: `date-${this.dates.length + index + 1}`, ...before, ...sent };
    });
    this.dates = [...this.dates.filter(({ id }) => !saved.some((one) => one.id === id)), ...saved];
    return json({ data: saved });
  }

  /** Stores a claim; `TILL-…` is the number of a purchase that nobody has. */
  addReceipt(body: unknown, headers: Headers): Response {
    const { receipt_ref } = body as { receipt_ref: string };
    const key = headers.get('Idempotency-Key') ?? '';
    if (this.#claims.has(key)) return json(this.#claims.get(key));
    if (this.receipts.some((one) => one['receipt_ref'] === receipt_ref))
      return refuse(409, 'There is another transaction-claim with this receipt_ref.');
    const receipt = {
      id: 800 + this.receipts.length,
      receipt_ref,
      status: receipt_ref.startsWith('TILL') ? 'matched' : 'pending',
      created_at: '2031-01-05T10:00:00Z',
    };
    this.receipts = [receipt, ...this.receipts];
    this.#claims.set(key, { data: receipt });
    return json({ data: receipt });
  }

  addList({ handle, type, name, event_at }: Wire) {
    if (handle !== 'wishlist') {
      const id = 100 + this.lists.length;
      const added = { id, type: String(type), handle: String(handle), name: String(name) };
      const found = this.lists.find((other) => other.handle === handle);
      if (!found)
        this.lists.push({ ...added, event_at: text(event_at), items: [], shares: [], reservations: [] });
      return found ?? added;
    }
    this.items ??= [];
    return { id: 1, profile_id: this.profileId, type: 'wishlist', handle: 'wishlist', name: 'Wishlist' };
  }

  /** Adds a product to the items of a list, newest first. A list that has it already answers with its item. */
  addItem(productId: string, items: ItemWire[], variant: Wire = {}): ItemWire {
    const found = items.find(
      ({ product_id, variant_id }) => product_id === productId && variant_id === variant['variant_id'],
    );
    if (found) return found;
    const id = Math.max(0, ...items.map((other) => other.id)) + 1;
    const product = this.removed.get(productId)?.['product'];
    const added = item(id, `Name of ${productId}`, {
      product_id: productId,
      ...(product !== undefined ? { product } : undefined),
      ...variant,
    });
    items.unshift(added);
    return added;
  }
}

const DAY_MS = 86_400_000;
const HISTORY_BEGIN = Date.UTC(2024, 0, 1, 12);

/** As many entries of a ledger, one each day, oldest first: two are earned, one is spent; every tenth is expired. */
export function pointEntries(count: number, description = 'Order'): PointWire[] {
  let balance = 0;
  return Array.from({ length: count }, (_, index) => {
    const type = index % 10 === 9 ? 'expire' : index % 3 === 2 ? 'spend' : 'earn';
    const value = type === 'earn' ? 200 + index : type === 'spend' ? -150 : -10;
    balance += value;
    const at = new Date(HISTORY_BEGIN + index * DAY_MS).toISOString();
    return { id: index + 1, type, value, balance, description: `${description} ${index + 1}`, at };
  });
}

/** A gift card. */
export const creditWire = (id: number, name: string | null, rest: Wire = {}): CreditWire => ({
  id,
  name,
  value_initial: '50.00',
  value_remaining: '20.00',
  definition: { id: 1, name: 'Gift card', currency: 'EUR' },
  expires_at: '2031-06-30T12:00:00Z',
  locked: false,
  ...rest,
});

/** A customer with records of every kind. */
export function sampleMember(id = '1001', digit = 'a'): Member {
  const member = new Member(id, digit.repeat(64));
  member.profile = { id: member.profileId, full_name: 'Ada Lovelace', external_id: `2000 ${id}` };
  member.points = {
    available: 2_480,
    pending: 120,
    earned: 9_340,
    expiring: { value: 300, expires_at: '2031-03-31T23:59:59Z' },
  };
  member.tier = { points: 3_000, issued_at: '2024-05-01T09:30:00Z', definition: silver, next: gold };
  member.tiers = tierDefinitionWires;
  member.definitions = [
    definition(1, 'Free delivery', 500, { icon: '✈' }),
    definition(2, 'Ten euros off', 1_000, { icon: '€' }),
    definition(3, 'Private viewing', 4_960),
    definition(4, 'Birthday gift', 100, {
      eligibility: { claimable: false, reason: 'tier', message: 'Only for Gold members.' },
    }),
  ];
  member.rewards = [
    {
      id: 11,
      profile_id: member.profileId,
      reward_definition_id: 5,
      definition: definition(5, 'Gift wrapping', 200, { image_url: PICTURE }),
      code: 'WRAP-1',
      expires_at: '2031-06-30T12:00:00Z',
    },
  ];
  member.pointEntries = pointEntries(40);
  member.redemptions = [
    {
      id: 1,
      type: 'reward',
      total: '0',
      total_localised: '0 points',
      redeem_at: '2024-03-01T12:00:00Z',
      items: [{ id: 1, type: 'reward', type_attributes: { id: 4, definition: { name: 'Free coffee' } } }],
    },
    {
      id: 2,
      type: 'credit',
      total: '12.50',
      total_localised: '€12.50',
      redeem_at: '2024-04-01T12:00:00Z',
      items: [{ id: 2, type: 'credit', type_attributes: { id: 1, name: 'Gift card from Ada' } }],
    },
  ];
  member.credits = [
    creditWire(1, 'Gift card from Ada', { credit_number: '6006491234567890', security_code: 'XK42' }),
    creditWire(2, null, { value_remaining: '50.00', locked: true }),
    creditWire(3, 'Store credit', { expires_at: null }),
  ];
  member.items = [item(3, 'Linen throw'), item(2, 'Stoneware mug'), item(1, null)];
  member.lists = [sampleRegistry(), sampleStyleGuide()];
  const deliveries = {
    name: 'Delivery pass',
    short_description: 'Deliveries on us.',
    description: 'Nothing to do: it counts at checkout.',
    uses: 3,
  };
  member.benefits = [
    {
      id: 21,
      benefit_definition_id: 31,
      definition: deliveries,
      uses_left: 2,
      expires_at: '2031-06-30T12:00:00Z',
    },
    {
      id: 22,
      benefit_definition_id: 32,
      definition: { name: 'Quiet hour', uses: 1, image_url: PICTURE },
      uses_left: 1,
    },
  ];
  member.claimable = [
    { id: 33, name: 'Repair service', short_description: 'One piece a year.', uses: 2, points_cost: 0 },
    { id: 34, name: 'Potters visit', points_cost: 250, icon: '✿' },
  ];
  member.achievements = [
    {
      id: 41,
      achievement_definition_id: 51,
      definition: { name: 'Ten orders', short_description: 'Order ten times.', points_required: 10 },
      points: 3,
    },
    {
      id: 42,
      achievement_definition_id: 52,
      definition: { name: 'First order', points_required: 1, icon: '★' },
      points: 1,
      completed_at: '2024-05-01T09:30:00Z',
    },
  ];
  member.dates = [{ id: 'date-1', name: 'Birthday', handle: 'birthday', date: '1990-02-03' }];
  member.receipts = [
    { id: 61, receipt_ref: 'R-100', status: 'matched', created_at: '2024-05-01T09:30:00Z' },
    { id: 62, receipt_ref: 'R-101', status: 'pending', created_at: '2024-06-01T09:30:00Z' },
  ];
  return member;
}
