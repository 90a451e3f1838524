import { claimReward as claimEndpoint } from '../../contract/endpoints/incentives/rewards.ts';
import { toLoyaltyError } from '../../transport/errors.ts';
import { integer, record } from '../../transport/read.ts';
import { readReply } from '../../transport/read-records.ts';
import { isUnanswered } from '../../transport/unanswered.ts';
import type { Loyalty } from '../loyalty.ts';
import { balances, storeBalances } from './balances.ts';
import { pointsOf, settleClaim } from './settle-claim.ts';
import { readOwned, rewards, type OwnedReward, type RewardOffer } from './rewards.ts';

export interface Claim {
  readonly reward: OwnedReward;
  readonly pointsSpent: number;
}

/**
 * Claims a reward for points (POST rewards of the profile). The response sets the balances and the rewards. Nothing is queued or retried.
 * Where the response is lost, rewards and points are read: a new reward of this definition is the result of the claim; without one, and
 * with the same points as before, nothing was done.
 * @throws LoyaltyError `validation` with the service's reason
 */
export async function claimReward(
  loyalty: Loyalty,
  offer: RewardOffer,
  idempotencyKey: string,
): Promise<Claim> {
  const shown = loyalty.resource(rewards);
  const before = shown.state.value?.owned ?? [];
  const pointsBefore = pointsOf(loyalty);
  let areRead = false;
  let reward: OwnedReward | undefined;
  let pointsSpent: number | undefined;
  let points: unknown;
  try {
    const { data, meta } = record(
      await loyalty.call(claimEndpoint, {
        profileId: await loyalty.profileId(),
        body: { reward_definition_id: offer.id as number },
        idempotencyKey,
      }),
    );
    points = record(meta).balances;
    reward = readReply(claimEndpoint.id, data, (wire) => readOwned(wire, offer));
    pointsSpent = integer(record(data).points_spent);
  } catch (thrown) {
    const error = toLoyaltyError(thrown);
    if (!isUnanswered(error)) throw thrown;
    const owned = rewards.load(loyalty).then((stored) => stored.owned);
    reward = await settleClaim(
      loyalty,
      { offer, before, pointsBefore, error },
      owned,
      loyalty.resource(balances).refresh(),
    );
    areRead = true;
    if (!reward) {
      // The points may be spent: the page must not show the old state as current.
      void shown.refresh();
      throw thrown;
    }
  }
  const { id } = reward;
  if (shown.state.value) {
    const { owned, offers } = shown.state.value;
    shown.set({ owned: [reward, ...owned.filter((other) => other.id !== id)], offers });
  }
  if (!areRead) showPoints(loyalty, points);
  void shown.refresh(); // the claim may have changed limits and stock
  return { reward, pointsSpent: pointsSpent ?? offer.pointsCost };
}

/** The points after the claim. A response without them, or none, says nothing of what was spent: they are loaded. */
function showPoints(loyalty: Loyalty, points: unknown): void {
  const shown = loyalty.resource(balances);
  try {
    shown.set(storeBalances(loyalty, points));
  } catch {
    void shown.refresh();
  }
}
