import { profileRewards, rewardDefinitions } from '../../contract/endpoints/first-requests.ts';
import type { ResourceDefinition } from '../loyalty.ts';
import { allPages } from '../../transport/paging.ts';
import { integer, moment, record, text } from '../../transport/read.ts';
import { readEach, webAddress } from '../../transport/read-records.ts';

/** A reward that can be claimed: a definition (spec 1 rule 6). */
export interface RewardOffer {
  readonly id: number;
  readonly name: string;
  readonly description: string | undefined;
  readonly imageUrl: string | undefined;
  /** Points for one claim, a whole number. */
  readonly pointsCost: number;
  /** The smallest total of a purchase with it, where the service sends one. */
  readonly minimumSpend: MinimumSpend | undefined;
  /** Why the customer cannot claim it, apart from missing points; `undefined` if there is no such reason. */
  readonly refusal: { readonly message: string | undefined } | undefined;
}

export interface MinimumSpend {
  readonly amount: number;
  /** ISO 4217; `undefined`: that of the page. */
  readonly currency: string | undefined;
}

/** A claimed reward: an instance. */
export interface OwnedReward {
  readonly id: number;
  readonly definitionId: number | undefined;
  readonly name: string;
  readonly description: string | undefined;
  readonly imageUrl: string | undefined;
  readonly code: string | undefined;
  readonly expiresAt: Date | undefined;
  readonly minimumSpend: MinimumSpend | undefined;
}

export interface Rewards {
  /** Claimed rewards that are not used and not expired, newest first. */
  readonly owned: readonly OwnedReward[];
  readonly offers: readonly RewardOffer[];
}

/** GET rewards of the profile (spec 1 rule 5) and GET reward definitions, in parallel. */
export const rewards: ResourceDefinition<Rewards> = {
  key: 'rewards',
  async load(loyalty) {
    const id = await loyalty.profileId();
    const [owned, offers] = await Promise.all([
      allPages((query) => loyalty.call(profileRewards, { id, query })),
      allPages((query) => loyalty.call(rewardDefinitions, { query })),
    ]);
    const readable = readEach(offers, readOffer);
    const offerOf = (wire: unknown) =>
      readable.find(({ id }) => id === integer(record(wire).reward_definition_id));
    return { owned: readEach(owned, (wire) => readOwned(wire, offerOf(wire))), offers: readable };
  },
};

function readOffer(wire: unknown): RewardOffer | undefined {
  const { id: rawId, name: rawName, points_cost, is_published, eligibility, ...rest } = record(wire);
  const id = integer(rawId);
  const name = text(rawName);
  const pointsCost = integer(points_cost);
  if (id === undefined || !name || pointsCost === undefined || is_published === false) return undefined;
  const { claimable, reason, message } = record(eligibility);
  return {
    id,
    name,
    pointsCost,
    description: text(rest.short_description),
    imageUrl: webAddress(rest.image_url),
    minimumSpend: readMinimum(rest),
    // Missing points are calculated from the balance, which is newer than this response after a claim.
    refusal: claimable === false && reason !== 'points' ? { message: text(message) } : undefined,
  };
}

/** `offer` is used for a record without its definition. */
export function readOwned(wire: unknown, offer: RewardOffer | undefined): OwnedReward | undefined {
  const { id: rawId, definition, reward_definition_id, code, expires_at, redeemed_at } = record(wire);
  const id = integer(rawId);
  const { name: rawName, short_description, image_url } = record(definition);
  const name = text(rawName) ?? offer?.name;
  const expiresAt = moment(expires_at);
  if (id === undefined || !name || redeemed_at || (expiresAt && expiresAt.getTime() < Date.now()))
    return undefined;
  return {
    id,
    definitionId: integer(reward_definition_id),
    name,
    description: text(short_description) ?? offer?.description,
    imageUrl: webAddress(image_url) ?? offer?.imageUrl,
    code: text(code),
    expiresAt,
    minimumSpend: readMinimum(record(definition)) ?? offer?.minimumSpend,
  };
}

/** The interface names no such field (G4): as `value` of a credit, a whole number or decimal text. */
function readMinimum({
  minimum_spend,
  currency,
}: Readonly<Record<string, unknown>>): MinimumSpend | undefined {
  const amount = Number(minimum_spend ?? NaN);
  return amount > 0 && amount <= Number.MAX_SAFE_INTEGER ? { amount, currency: text(currency) } : undefined;
}
