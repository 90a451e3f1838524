import { rewardDefinitions } from '../../contract/endpoints/configuration.ts';
import { claimReward as claimEndpoint, profileRewards } from '../../contract/endpoints/incentives/rewards.ts';
import { LoyaltyError } from '../../transport/errors.ts';
import type { Loyalty, ResourceDefinition } from '../loyalty.ts';
import { each } from '../each.ts';
import { allPages } from '../../transport/pages.ts';
import { integer, moment, record, text } from '../../transport/read.ts';
import { webAddress } from '../../transport/web-address.ts';
import { balances, readBalances } from './balances.ts';

/** A reward that can be claimed: a definition (spec 1 rule 6). */
export interface RewardOffer {
  readonly id: number;
  readonly name: string;
  readonly description: string | undefined;
  /** A sign of one or two characters. */
  readonly icon: string | undefined;
  readonly imageUrl: string | undefined;
  /** Whole points for one claim. */
  readonly pointsCost: number;
  /** Why this customer cannot claim it, apart from the points; `undefined` when nothing else is in the way. */
  readonly refusal: { readonly message: string | undefined } | undefined;
}

/** A reward that the customer has: an instance. */
export interface OwnedReward {
  readonly id: number;
  readonly definitionId: number | undefined;
  readonly name: string;
  readonly icon: string | undefined;
  readonly imageUrl: string | undefined;
  readonly code: string | undefined;
  readonly expiresAt: Date | undefined;
}

export interface Rewards {
  /** Not used and not expired, newest first. */
  readonly owned: readonly OwnedReward[];
  readonly offers: readonly RewardOffer[];
}

/** GET rewards of the profile (spec 1 rule 5) and GET reward definitions, side by side. */
export const rewards: ResourceDefinition<Rewards> = {
  key: 'rewards',
  async load(loyalty) {
    const id = await loyalty.profileId();
    const [owned, offers] = await Promise.all([
      allPages((query) => loyalty.call(profileRewards, { id, query })),
      allPages((query) => loyalty.call(rewardDefinitions, { query })),
    ]);
    const readable = each(offers, readOffer);
    const offerOf = (wire: unknown) =>
      readable.find(({ id }) => id === integer(record(wire).reward_definition_id));
    return { owned: each(owned, (wire) => readOwned(wire, offerOf(wire))), offers: readable };
  },
};

export interface Claim {
  readonly reward: OwnedReward;
  readonly pointsSpent: number;
}

/**
 * Claims a reward for points (POST rewards of the profile). The response sets the balances and the rewards; nothing is queued
 * or repeated on its own. `attempt` names this try: the same text again can never spend twice.
 * @throws LoyaltyError `validation` with the service's reason
 */
export async function claimReward(loyalty: Loyalty, offer: RewardOffer, attempt: string): Promise<Claim> {
  const reply = await loyalty.call(claimEndpoint, {
    profileId: await loyalty.profileId(),
    body: { reward_definition_id: offer.id },
    idempotencyKey: attempt,
  });
  const { data, meta } = record(reply);
  const reward = readOwned(data, offer);

  // Also when the answer cannot be read: the points are spent, and the page must not go on as if they were not.
  const shown = loyalty.resource(rewards);
  if (reward && shown.state.value) {
    const { owned, offers } = shown.state.value;
    shown.set({ owned: [reward, ...owned.filter(({ id }) => id !== reward.id)], offers });
  }
  void shown.refresh(); // limits and stock may have changed with the claim; what is shown stays until then

  const balance = loyalty.resource(balances);
  try {
    balance.set(readBalances(record(meta).balances));
  } catch {
    void balance.refresh(); // a service that does not send them along is asked
  }
  if (!reward) throw new LoyaltyError('bad_response', 'The claim was answered without a reward.');
  return { reward, pointsSpent: integer(record(data).points_spent) ?? offer.pointsCost };
}

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
    icon: text(rest.icon),
    imageUrl: webAddress(rest.image_url),
    // Points are compared with the balance on the page, which is newer than this answer after a claim.
    refusal: claimable === false && reason !== 'points' ? { message: text(message) } : undefined,
  };
}

/** `offer` is its definition, for a record that comes without it. */
function readOwned(wire: unknown, offer: RewardOffer | undefined): OwnedReward | undefined {
  const { id: rawId, definition, reward_definition_id, code, expires_at, redeemed_at } = record(wire);
  const id = integer(rawId);
  const { name: rawName, icon, image_url } = record(definition);
  const name = text(rawName) ?? offer?.name;
  const expiresAt = moment(expires_at);
  if (id === undefined || !name || redeemed_at || (expiresAt && expiresAt.getTime() < Date.now()))
    return undefined;
  return {
    id,
    definitionId: integer(reward_definition_id),
    name,
    icon: text(icon) ?? offer?.icon,
    imageUrl: webAddress(image_url) ?? offer?.imageUrl,
    code: text(code),
    expiresAt,
  };
}
