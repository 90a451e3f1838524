import { balances, outlookOf, type Loyalty, type LoyaltyError } from '../../services/index.ts';
import { refusalText, unansweredText } from '../internal/failure-text.ts';
import type { MessageKey } from '../internal/texts/message-keys.ts';
import { localize } from '../internal/texts/messages.ts';
import type { ClaimOffer } from './claim-content.ts';

/** The reasons that a refusal can have. */
const REASONS = {
  reward: {
    gone: 'This reward is no longer available.',
    tooFewPoints: 'Not enough points for this reward.',
  },
  benefit: {
    gone: 'This benefit is no longer available.',
    tooFewPoints: 'Not enough points for this benefit.',
  },
} as const satisfies Record<string, Record<'gone' | 'tooFewPoints', MessageKey>>;

/** What is claimed. */
export type ClaimSubject = keyof typeof REASONS;

/** Why a reward or benefit could not be claimed, or what is known without an answer; `undefined` where nothing is known. */
export const reasonOfFailure = async (
  loyalty: Loyalty,
  subject: ClaimSubject,
  offer: ClaimOffer,
  error: LoyaltyError,
): Promise<string | undefined> =>
  unansweredText(outlookOf(error), offer.pointsCost !== 0) ??
  (await reasonOfRefusal(loyalty, subject, offer, error)) ??
  refusalText(error);

/**
 * Why a reward or benefit could not be claimed, where that is known: it is gone, or the points were spent elsewhere. Loads the balance
 * again, so that the page shows the points that there are.
 */
async function reasonOfRefusal(
  loyalty: Loyalty,
  subject: ClaimSubject,
  { pointsCost }: ClaimOffer,
  { code }: LoyaltyError,
): Promise<string | undefined> {
  const balance = loyalty.resource(balances);
  await balance.refresh();
  if (code === 'not_found') return localize(REASONS[subject].gone);
  const { value, error } = balance.state;
  return !error && value && pointsCost !== undefined && pointsCost > value.available
    ? localize(REASONS[subject].tooFewPoints)
    : undefined;
}
