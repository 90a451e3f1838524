import { claimReward as claimEndpoint } from '../../contract/endpoints/incentives/rewards.ts';
import { LoyaltyError } from '../../transport/errors.ts';
import { integer, record } from '../../transport/read.ts';
import type { Loyalty } from '../loyalty.ts';
import { balances, storeBalances } from './balances.ts';
import { readOwned, rewards, type OwnedReward, type RewardOffer } from './rewards.ts';

export interface Claim {
  readonly reward: OwnedReward;
  readonly pointsSpent: number;
}

/**
 * Claims a reward for points (POST rewards of the profile). The response sets the balances and the rewards. Nothing is queued or retried.
 * A repetition with the same idempotency key cannot spend the points twice.
 * @throws LoyaltyError `validation` with the service's reason
 */
export async function claimReward(
  loyalty: Loyalty,
  offer: RewardOffer,
  idempotencyKey: string,
): Promise<Claim> {
  const reply = await loyalty.call(claimEndpoint, {
    profileId: await loyalty.profileId(),
    body: { reward_definition_id: offer.id },
    idempotencyKey,
  });
  const { data, meta } = record(reply);
  const reward = readOwned(data, offer);

  // Also for an unreadable response: the points are spent, so the page must not show the old state as current.
  const shown = loyalty.resource(rewards);
  if (reward && shown.state.value) {
    const { owned, offers } = shown.state.value;
    shown.set({ owned: [reward, ...owned.filter(({ id }) => id !== reward.id)], offers });
  }
  void shown.refresh(); // the claim may have changed limits and stock

  const balance = loyalty.resource(balances);
  try {
    balance.set(storeBalances(loyalty, record(meta).balances));
  } catch {
    void balance.refresh(); // the response has no balances
  }
  if (!reward) throw new LoyaltyError('bad_response', 'The claim was answered without a reward.');
  return { reward, pointsSpent: integer(record(data).points_spent) ?? offer.pointsCost };
}
