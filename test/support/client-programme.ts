import { vi } from 'vitest';
import type { LoyaltySettings } from '../../src/services/customer/config.ts';
import type { Environment } from '../../src/services/customer/environment.ts';
import { createLoyalty, type Loyalty } from '../../src/services/customer/loyalty.ts';
import { BASE_URL, json, refusal, scriptedFetch, type ScriptedFetch, type Sent } from './client-fetch.ts';

/** HMAC-SHA256 of `1001` with the secret `s3cret`. */
export const SIGNATURE = 'fd91015933eaadcbb042489f6f0d71935d6b9dd02b1974ba6430cfd0057507fa';

/** The settings of a page with a signed-in customer. */
export const SIGNED_IN: LoyaltySettings = {
  baseUrl: BASE_URL,
  platform: 'storefront',
  customerId: '1001',
  signature: SIGNATURE,
};

export const TOKEN_PATH = '/storefront/api/v1/auth/token';
export const PROFILE = 'profile-1001';

/** A profile as a search answers it: the customer id is its identity on the platform of `SIGNED_IN`. */
export const foundAs = (id: unknown, value: string) => ({
  id,
  identities: [{ namespace: 'storefront', value }],
});

export const BALANCES = {
  points: { available: 4200, pending: 150, earned: 9000, expiring: { value: 300, expires_at: '2030-01-31' } },
};
export const TIER = {
  points: 4200,
  issued_at: '2026-02-01T10:00:00.000000Z',
  definition: { id: 2, name: 'Gold', handle: 'gold', points_required: 2000 },
  next: { id: 3, name: 'Platinum', handle: 'platinum', points_required: 6000 },
};
export const DEFINITION = {
  id: 7,
  name: 'Coffee',
  handle: 'coffee',
  short_description: 'A small one.',
  image_url: 'https://pictures.example.com/coffee.svg',
  points_cost: 500,
  is_published: true,
  eligibility: { claimable: true, reason: null, message: null },
};
export const REWARD = {
  id: 71,
  profile_id: PROFILE,
  reward_definition_id: 7,
  definition: DEFINITION,
  code: '7K2M-QX9D',
  points_spent: 500,
  issued_at: '2026-03-01T10:00:00Z',
  expires_at: '2099-03-01T10:00:00Z',
  redeemed_at: null,
};
export const ITEM = {
  id: 11,
  list_id: 1,
  product_id: 'lamp',
  quantity: 1,
  product: {
    id: 'lamp',
    name: 'Lamp',
    url: 'https://shop.example.com/lamp',
    image_url: 'https://shop.example.com/lamp.svg',
    price: '89.00',
    currency: 'EUR',
  },
};

/** What a service answers that holds the records above. `answers` go first, by `METHOD /path`. */
export type Answers = Readonly<Record<string, (sent: Sent) => Response | Promise<Response>>>;

export function programme(answers: Answers = {}): ScriptedFetch & { count(route: string): number } {
  let tokens = 0;
  const usual: Answers = {
    [`POST ${TOKEN_PATH}`]: () => json({ data: { token: `token-${++tokens}` } }),
    'GET /v3/identities/search-profile/1001': () => json({ data: foundAs(PROFILE, '1001') }),
    [`GET /v3/profiles/${PROFILE}/balances`]: () => json({ data: BALANCES }),
    [`GET /v3/profiles/${PROFILE}/tier`]: () => json({ data: TIER }),
    [`GET /v3/profiles/${PROFILE}/rewards`]: () => json({ data: [REWARD] }),
    'GET /v3/rewards/definitions': () => json({ data: [DEFINITION] }),
    [`GET /v3/profiles/${PROFILE}/lists/wishlist/items`]: () => json({ data: [ITEM] }),
  };
  const route = ({ method, path }: Sent) => `${method} ${path}`;
  const scripted = scriptedFetch((sent) =>
    (answers[route(sent)] ?? usual[route(sent)] ?? (() => refusal(404)))(sent),
  );
  return { ...scripted, count: (wanted) => scripted.sent.filter((sent) => route(sent) === wanted).length };
}

export interface Opened extends ReturnType<typeof programme> {
  readonly loyalty: Loyalty;
  readonly console: { readonly info: ReturnType<typeof vi.fn>; readonly error: ReturnType<typeof vi.fn> };
}

/** A customer's view of that programme. */
export function openLoyalty(
  answers: Answers = {},
  settings: LoyaltySettings = SIGNED_IN,
  environment: Partial<Environment> = {},
): Opened {
  const service = programme(answers);
  const console = { info: vi.fn(), error: vi.fn() };
  const loyalty = createLoyalty(settings, { fetch: service.fetch, console, ...environment });
  return { ...service, loyalty, console };
}
