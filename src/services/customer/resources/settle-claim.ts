import type { LoyaltyError } from '../../transport/errors.ts';
import type { Id } from '../../transport/read.ts';
import { markUndone } from '../../transport/unanswered.ts';
import type { Loyalty } from '../loyalty.ts';
import { balances } from './balances.ts';

/** The points that the service has answered last; `undefined` where they are not known for certain. */
export function pointsOf(loyalty: Loyalty): number | undefined {
  const { state } = loyalty.resource(balances);
  return state.status === 'complete' ? state.value.available : undefined;
}

/** A claim whose answer was lost. */
interface LostClaim<Owned> {
  readonly offer: { readonly id: Id; readonly pointsCost: number };
  /** What the customer owned before it. */
  readonly before: readonly Owned[];
  /** Points before it, where they were known. */
  readonly pointsBefore: number | undefined;
  readonly error: LoyaltyError;
}

/**
 * Whether a claim without an answer was done: a new item of its definition is its result. Without one, and with the same points as before,
 * nothing was done, and the error says so.
 * @param owned what the customer owns now
 * @param points settles when the points have been read again
 * @returns the result; `undefined` where there is none, or where that is not known
 */
export async function settleClaim<Owned extends { readonly id: Id; readonly definitionId: Id | undefined }>(
  loyalty: Loyalty,
  { offer, before, pointsBefore, error }: LostClaim<Owned>,
  owned: Promise<readonly Owned[]>,
  points: Promise<void> | undefined,
): Promise<Owned | undefined> {
  const [stored] = await Promise.all([owned.catch(() => undefined), points]);
  const claimed = stored?.find(
    ({ id, definitionId }) =>
      String(definitionId) === String(offer.id) && !before.some((one) => one.id === id),
  );
  const arePointsKept = pointsBefore !== undefined && pointsOf(loyalty) === pointsBefore;
  if (stored && !claimed && (!offer.pointsCost || arePointsKept)) markUndone(error);
  return claimed;
}
