import { outlookOf, type LoyaltyError, type Outlook } from '../../services/index.ts';
import { localize } from './texts/messages.ts';

/** What the shopper reads about a write that failed: `refusal` where the service has refused it. */
export const failureText = (error: LoyaltyError, refusal: string): string =>
  unansweredText(outlookOf(error), false) ?? refusal;

/** The service's own words for a refusal, where a shopper may read them: those about a field before others. */
export const refusalText = ({ forShopper: { message, fields } }: LoyaltyError): string | undefined =>
  Object.values(fields)[0] ?? message;

/** What may be said of a write without an answer; `undefined` where it was refused. */
export function unansweredText(outlook: Outlook, isCharged: boolean): string | undefined {
  switch (outlook.kind) {
    case 'refused':
      return undefined;
    case 'undone':
      return localize('We didn’t get an answer, and nothing has changed. You can try again.', outlook);
    case 'once':
      return isCharged
        ? localize('We didn’t get an answer. You can try again: you won’t be charged twice.', outlook)
        : localize('We didn’t get an answer. You can try again: it counts only once.', outlook);
    case 'unknown':
      return localize(
        'We didn’t get an answer. It may have gone through: check back in a moment before you try again.',
      );
  }
}
