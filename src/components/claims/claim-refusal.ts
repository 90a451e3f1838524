import { balances, type Loyalty, type LoyaltyError } from '../../services/index.ts';

/** The reasons that a refusal can have, as sentences. */
export interface RefusalReasons {
  readonly gone: () => string;
  readonly tooFewPoints: () => string;
}

/**
 * Why a reward or benefit could not be claimed, where that is known: it is gone, or the points were spent elsewhere. Loads the balance
 * again, so that the page shows the points that there are.
 */
export async function reasonOfRefusal(
  loyalty: Loyalty,
  { gone, tooFewPoints }: RefusalReasons,
  { pointsCost }: { readonly pointsCost: number },
  { code }: LoyaltyError,
): Promise<string | undefined> {
  const balance = loyalty.resource(balances);
  await balance.refresh();
  if (code === 'not_found') return gone();
  const { value, error } = balance.state;
  return !error && value && pointsCost > value.available ? tooFewPoints() : undefined;
}
