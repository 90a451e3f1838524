import { balances, rewards, type Loyalty, type LoyaltyError } from '../../services/index.ts';
import { localize } from './messages.ts';

/**
 * Why a reward could not be claimed, where that is known: it is gone, or the points were spent elsewhere. Loads the balance again, so that
 * the page shows the points that there are.
 */
export async function reasonOfRefusal(
  loyalty: Loyalty,
  offer: { readonly pointsCost: number },
  { code }: LoyaltyError,
): Promise<string | undefined> {
  const isReward = loyalty.resource(rewards).state.value?.offers.some((other) => other === offer);
  const balance = loyalty.resource(balances);
  await balance.refresh();
  if (!isReward) return undefined;
  if (code === 'not_found') return localize('This reward is no longer available.');
  const { value, error } = balance.state;
  return !error && value && offer.pointsCost > value.available
    ? localize('You no longer have enough points for this reward.')
    : undefined;
}
