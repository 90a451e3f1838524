import { claimReward as claimEndpoint } from '../../contract/endpoints/incentives/rewards.ts';
import { integer, record } from '../../transport/read.ts';
import { readReply } from '../../transport/read-records.ts';
import type { Loyalty } from '../loyalty.ts';
import { write } from './writes.ts';
import { balances, storeBalances } from '../resources/balances.ts';
import { beforeClaim, findClaim, showSpent } from './find-claim.ts';
import { readOwned, rewards, type OwnedReward, type RewardOffer } from '../resources/rewards.ts';

export interface Claim {
  readonly reward: OwnedReward;
  readonly pointsSpent: number;
}

/**
 * Claims a reward for points (POST rewards of the profile). The response sets the balances and the rewards. Nothing is queued or retried.
 * Where the response is lost or cannot be read, rewards and points are read: a new reward of this definition is the result of the claim.
 * @param key idempotency key of the first request, where the caller repeats it
 * @throws LoyaltyError `validation` with the service's reason
 */
export async function claimReward(loyalty: Loyalty, offer: RewardOffer, key?: string): Promise<Claim> {
  const shown = loyalty.resource(rewards);
  let pointsSpent = offer.pointsCost;
  let points: unknown;
  let isRead = false;
  const reward = await write(loyalty, {
    operation: claimEndpoint.id,
    once: {
      name: `reward ${offer.id}`,
      before: beforeClaim(loyalty, shown.state.value?.owned ?? []),
      ...(key !== undefined && { key }),
    },
    send: async (idempotencyKey) =>
      loyalty.call(claimEndpoint, {
        profileId: await loyalty.profileId(),
        body: { reward_definition_id: offer.id as number },
        idempotencyKey,
      }),
    read(reply) {
      const { data, meta } = record(reply);
      points = record(meta).balances;
      pointsSpent = integer(record(data).points_spent) ?? pointsSpent;
      return readReply(claimEndpoint.id, data, (wire) => readOwned(wire, offer));
    },
    find(before) {
      isRead = true;
      return findClaim(loyalty, offer, before, async () => (await rewards.load(loyalty)).owned);
    },
    own: () => ownReward(offer),
  }).catch((thrown: unknown) => {
    // The points may be spent: the page must not show the old state as current.
    if (isRead) void shown.refresh();
    throw thrown;
  });
  const { id } = reward;
  if (shown.state.value) {
    const { owned, offers } = shown.state.value;
    shown.set({ owned: [reward, ...owned.filter((other) => other.id !== id)], offers });
  }
  if (!isRead) showPoints(loyalty, points, pointsSpent);
  void shown.refresh(); // the claim may have changed limits and stock
  return { reward, pointsSpent };
}

/** A claimed reward of which the service has said nothing but that it is claimed. */
const ownReward = ({ id, name, description, imageUrl, icon, minimumSpend }: RewardOffer): OwnedReward => ({
  id: `claimed ${id}`,
  definitionId: id,
  name,
  description,
  imageUrl,
  icon,
  code: undefined,
  expiresAt: undefined,
  minimumSpend,
});

/** The points after the claim. A response without them says nothing of the balance: it is loaded. */
function showPoints(loyalty: Loyalty, points: unknown, spent: number): void {
  try {
    loyalty.resource(balances).set(storeBalances(loyalty, points));
  } catch {
    showSpent(loyalty, spent);
  }
}
