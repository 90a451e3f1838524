import { LoyaltyError } from '../../transport/errors.ts';
import type { Id } from '../../transport/read.ts';
import type { Loyalty } from '../loyalty.ts';
import { balances } from '../resources/balances.ts';

/** The points that the service has answered last; `undefined` where they are not known for certain. */
function pointsOf(loyalty: Loyalty): number | undefined {
  const { state } = loyalty.resource(balances);
  return state.status === 'complete' || (state.status === 'pending' && !state.isSnapshot)
    ? state.value?.available
    : undefined;
}

/** What the customer had before a claim. */
export interface BeforeClaim {
  readonly ids: readonly Id[];
  readonly points: number | undefined;
}

export const beforeClaim = (loyalty: Loyalty, owned: readonly { readonly id: Id }[]): BeforeClaim => ({
  ids: owned.map(({ id }) => id),
  points: pointsOf(loyalty),
});

/**
 * The result of a claim whose answer was lost or cannot be read: a new item of its definition. `undefined` without one, where the points
 * are the same as before.
 * @param load what the customer owns now
 * @throws LoyaltyError where the points say something else, or are not known
 */
export async function findClaim<Owned extends { readonly id: Id; readonly definitionId: Id | undefined }>(
  loyalty: Loyalty,
  offer: { readonly id: Id; readonly pointsCost: number | undefined },
  { ids, points }: BeforeClaim,
  load: () => Promise<readonly Owned[]>,
): Promise<Owned | undefined> {
  const balance = loyalty.resource(balances);
  const [owned] = await Promise.all([load(), offer.pointsCost !== 0 ? balance.refresh() : undefined]);
  const claimed = owned.find(
    ({ id, definitionId }) => String(definitionId) === String(offer.id) && !ids.includes(id),
  );
  const isKept = balance.state.status === 'complete' && balance.state.value.available === points;
  if (!claimed && offer.pointsCost !== 0 && !isKept)
    throw new LoyaltyError('bad_response', 'The points do not show whether it was claimed.');
  return claimed;
}

/** Shows what a claim has spent until the service shows it; `undefined`: that is not known. */
export function showSpent(loyalty: Loyalty, spent: number | undefined): void {
  const balance = loyalty.resource(balances);
  const { value, status } = balance.state;
  if (spent !== undefined && loyalty.guarantees().lagMs && value && status === 'complete')
    balance.set({ ...value, available: value.available - spent });
  else void balance.refresh();
}
