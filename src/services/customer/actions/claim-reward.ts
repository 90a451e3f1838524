import { claimReward as claimEndpoint } from '../../contract/endpoints/incentives/rewards.ts';
import { integer, record } from '../../transport/read.ts';
import { readReply } from '../../transport/read-records.ts';
import type { Loyalty } from '../loyalty.ts';
import { balances, storeBalances } from '../resources/balances.ts';
import { sendClaim, showSpent } from './send-claim.ts';
import { readOwned, rewards, type OwnedReward, type RewardOffer } from '../resources/rewards.ts';

export interface Claim {
  readonly reward: OwnedReward;
  readonly pointsSpent: number;
}

/**
 * Claims a reward for points (POST rewards of the profile). The response sets the balances and the rewards. Nothing is queued or retried.
 * @param key idempotency key of the first request, where the caller repeats it
 * @throws LoyaltyError `validation` with the service's reason
 */
export async function claimReward(loyalty: Loyalty, offer: RewardOffer, key?: string): Promise<Claim> {
  let pointsSpent = offer.pointsCost;
  let points: unknown;
  const { steps, chosen } = offer;
  const count = chosen?.count ?? steps?.minimum ?? 1;
  const readers = steps && (await import('../resources/reward-steps.ts'));
  const { claimed, isRead } = await sendClaim(loyalty, {
    operation: claimEndpoint.id,
    name: `reward ${offer.id}`,
    offer,
    definition: rewards,
    key,
    send: async (idempotencyKey) =>
      loyalty.call(claimEndpoint, {
        profileId: await loyalty.profileId(),
        body: {
          reward_definition_id: offer.id as number,
          ...(steps && { steps: count }),
        },
        idempotencyKey,
      }),
    read(reply) {
      const { data, meta } = record(reply);
      points = record(meta).balances;
      pointsSpent = integer(record(data).points_spent) ?? pointsSpent;
      return readReply(claimEndpoint.id, data, (wire) => readOwned(wire, offer, readers));
    },
    ...(steps && { isResult: ({ worth }: OwnedReward) => readers!.isWorth(worth, steps, count) }),
    own: () => ownReward(offer),
  });
  if (!isRead) showPoints(loyalty, points, pointsSpent);
  return { reward: claimed, pointsSpent };
}

/** A claimed reward of which the service has said nothing but that it is claimed. */
const ownReward = ({
  id,
  name,
  languages,
  description,
  imageUrl,
  icon,
  minimumSpend,
  chosen,
}: RewardOffer): OwnedReward => ({
  id: `claimed ${id}`,
  definitionId: id,
  name,
  languages,
  description,
  imageUrl,
  icon,
  code: undefined,
  worth: chosen?.worth,
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
