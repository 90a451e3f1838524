import { json, refuse } from './component-answers.ts';

/** Records as the service sends them, without the fields that no element reads. */
type Wire = Record<string, unknown>;
export type TierWire = Wire & { name: string; points_required: number };
export type DefinitionWire = Wire & { id: number; name: string; points_cost: number };
export type RewardWire = Wire & { id: number };
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

/** A customer of the service with all records. */
export class Member {
  readonly id: string;
  readonly signature: string;
  readonly profileId: string;
  points: Wire & { available: number };
  tier: Wire;
  tiers: TierWire[] = [];
  rewards: RewardWire[] = [];
  definitions: DefinitionWire[] = [];
  /** `undefined` if the profile has no wishlist yet. */
  items: ItemWire[] | undefined;
  readonly #claims = new Map<string, unknown>();

  constructor(id: string, signature: string) {
    this.id = id;
    this.signature = signature;
    this.profileId = `profile-${id}`;
    this.points = { available: 0 };
    this.tier = { points: 0, next: silver };
  }

  /** Issues a reward for points. The same `Idempotency-Key` returns the same claim again. */
  claim(body: unknown, headers: Headers): Response {
    const { reward_definition_id } = body as { reward_definition_id: number };
    const key = headers.get('Idempotency-Key') ?? '';
    if (this.#claims.has(key)) return json(this.#claims.get(key));
    const offer = this.definitions.find(({ id }) => id === reward_definition_id);
    if (!offer) return refuse(404, 'No such reward.');
    if (offer.points_cost > this.points.available) {
      const reason = 'You do not have enough points.';
      return refuse(422, 'The given data was invalid.', { reward_definition_id: [reason] });
    }
    this.points = { ...this.points, available: this.points.available - offer.points_cost };
    const reward: RewardWire = {
      id: 900 + this.rewards.length,
      profile_id: this.profileId,
      reward_definition_id,
      definition: offer,
      code: 'CODE',
      points_spent: offer.points_cost,
    };
    this.rewards = [reward, ...this.rewards];
    const reply = { data: reward, meta: { balances: { points: this.points } } };
    this.#claims.set(key, reply);
    return json(reply);
  }

  addList() {
    this.items ??= [];
    return { id: 1, profile_id: this.profileId, type: 'wishlist', handle: 'wishlist', name: 'Wishlist' };
  }

  addItem(productId: string): ItemWire {
    const found = this.items?.find(({ product_id }) => product_id === productId);
    if (found) return found;
    const id = Math.max(0, ...(this.items ?? []).map((other) => other.id)) + 1;
    const added = item(id, `Name of ${productId}`, { product_id: productId });
    this.items = [added, ...(this.items ?? [])];
    return added;
  }
}

/** A customer with records of every kind. */
export function sampleMember(id = '1001', digit = 'a'): Member {
  const member = new Member(id, digit.repeat(64));
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
  member.items = [item(3, 'Linen throw'), item(2, 'Stoneware mug'), item(1, null)];
  return member;
}
