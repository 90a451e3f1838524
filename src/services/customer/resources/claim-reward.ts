import { claimReward as claimEndpoint } from '../../contract/endpoints/incentives/rewards.ts';
import { LoyaltyError, toLoyaltyError } from '../../transport/errors.ts';
import { integer, record } from '../../transport/read.ts';
import { isUnanswered } from '../../transport/unanswered.ts';
import type { Loyalty } from '../loyalty.ts';
import { balances, storeBalances } from './balances.ts';
import { readOwned, rewards, type OwnedReward, type RewardOffer } from './rewards.ts';

export interface Claim {
  readonly reward: OwnedReward;
  readonly pointsSpent: number;
}

/**
 * Claims a reward for points (POST rewards of the profile). The response sets the balances and the rewards. Nothing is queued or retried.
 * A repetition with the same idempotency key cannot spend the points twice. Where the response is lost, the rewards are read: a new one of
 * this definition is the result of the claim.
 * @throws LoyaltyError `validation` with the service's reason
 */
export async function claimReward(
  loyalty: Loyalty,
  offer: RewardOffer,
  idempotencyKey: string,
): Promise<Claim> {
  const shown = loyalty.resource(rewards);
  const before = shown.state.value?.owned ?? [];
  let reward: OwnedReward | undefined;
  let pointsSpent: number | undefined;
  let points: unknown;
  try {
    const { data, meta } = record(
      await loyalty.call(claimEndpoint, {
        profileId: await loyalty.profileId(),
        body: { reward_definition_id: offer.id },
        idempotencyKey,
      }),
    );
    points = record(meta).balances;
    reward = readOwned(data, offer);
    pointsSpent = integer(record(data).points_spent);
    if (!reward) throw new LoyaltyError('bad_response', 'The claim was answered without a reward.');
  } catch (thrown) {
    if (!isUnanswered(toLoyaltyError(thrown))) throw thrown;
    const stored = await rewards.load(loyalty).catch(() => undefined);
    reward = stored?.owned.find(
      ({ id, definitionId }) => definitionId === offer.id && !before.some((one) => one.id === id),
    );
    if (!reward) {
      // The points may be spent: the page must not show the old state as current.
      void shown.refresh();
      void loyalty.resource(balances).refresh();
      throw thrown;
    }
  }
  const { id } = reward;
  if (shown.state.value) {
    const { owned, offers } = shown.state.value;
    shown.set({ owned: [reward, ...owned.filter((other) => other.id !== id)], offers });
  }
  showPoints(loyalty, points);
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
