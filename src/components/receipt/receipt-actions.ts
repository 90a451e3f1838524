import {
  claimReceipt,
  removeReceipt,
  toLoyaltyError,
  typedText,
  type Loyalty,
  type LoyaltyError,
  type Receipt,
  type ReceiptDetails,
} from '../../services/index.ts';
import { LoyaltyErrorEvent } from '../internal/events.ts';
import { failureText, refusalText } from '../internal/failure-text.ts';
import { formatNumber } from '../internal/format.ts';
import { LoyaltyReceiptEvent } from '../internal/member-events.ts';
import { localize } from '../internal/texts/messages.ts';
import type { ReceiptField, ReceiptProblems } from './receipt-form.ts';
import { today } from '../internal/today.ts';

// What the buttons of receipts do.

/** What the form shows after a press, and the event that the page gets. */
export interface ReceiptResult {
  readonly problems?: ReceiptProblems;
  readonly outcome?: string;
  readonly event?: Event;
}

const FIELDS: readonly ReceiptField[] = ['receipt_ref', 'total', 'transacted_at'];

/** Errors that the shopper corrects in the form; the page gets no event. */
const INPUT_ERRORS: readonly string[] = ['validation', 'conflict', 'not_found', 'rate_limited'];

/** Sends a receipt in, once, after a check of what the shopper wrote. */
export async function sendReceipt(
  loyalty: Loyalty,
  input: FormData,
  language: string | undefined,
): Promise<ReceiptResult> {
  const read = readReceiptForm(input, language);
  if ('problems' in read) return read;
  try {
    const receipt = await claimReceipt(loyalty, read.details);
    return { outcome: outcomeText(receipt), event: new LoyaltyReceiptEvent('claimed', receipt) };
  } catch (thrown) {
    const error = toLoyaltyError(thrown);
    return {
      problems: problemsOf(error),
      ...(!INPUT_ERRORS.includes(error.code) && { event: new LoyaltyErrorEvent(error) }),
    };
  }
}

/** Removes a receipt that was sent in. */
export async function withdrawReceipt(loyalty: Loyalty, receipt: Receipt): Promise<ReceiptResult> {
  try {
    await removeReceipt(loyalty, receipt);
    return {
      outcome: localize('{product} removed', { product: receipt.number }),
      event: new LoyaltyReceiptEvent('removed', receipt),
    };
  } catch (thrown) {
    return {
      problems: { form: failureText(toLoyaltyError(thrown), localize('Couldn’t remove it')) },
      event: new LoyaltyErrorEvent(toLoyaltyError(thrown)),
    };
  }
}

function outcomeText({ status }: Receipt): string {
  switch (status) {
    case 'matched':
      return localize('Thank you! The points are in your account.');
    case 'pending':
      return localize('Thank you! We’ll add your points as soon as we find this purchase.');
    case 'refused':
      return localize('We couldn’t accept this receipt.');
  }
}

/** What the shopper wrote, or the problem of each field. */
function readReceiptForm(
  input: FormData,
  language: string | undefined,
): { readonly details: ReceiptDetails } | { readonly problems: ReceiptProblems } {
  const [number = '', amount = '', day = ''] = FIELDS.map((name) => String(input.get(name) ?? '').trim());
  const total = readAmount(amount);
  const example = formatNumber(45.5, language, { minimumFractionDigits: 2 });
  const problems: ReceiptProblems = {
    ...(!number && { receipt_ref: localize('Enter the receipt or order number.') }),
    ...(total === undefined && {
      total: localize('Enter the total as a number, for example {example}.', { example }),
    }),
    ...(day > today() && { transacted_at: localize('This date is in the future.') }),
  };
  return Object.keys(problems).length || total === undefined
    ? { problems }
    : { details: { number, total, day: day || undefined } };
}

/**
 * An amount as shoppers write it: `45.50`, `45,50 €`, `1.234,50`, `٤٥٫٥٠`. One or two digits after the last separator are decimals.
 * `undefined` for anything else, zero and negative amounts included.
 */
export function readAmount(text: string): number | undefined {
  const plain = typedText(text)
    .replace(/٫/g, '.')
    .replace(/[\s\p{Sc}'’٬]|\b[A-Z]{3}\b/gu, '');
  const [, whole = '', separator = '', decimals = ''] =
    /^(\d{1,3}(?:[.,]\d{3})+|\d{1,12})(?:([.,])(\d{1,2}))?$/.exec(plain) ?? [];
  const amount = Number(`${whole.replace(/[.,]/g, '')}.${decimals}0`);
  // One character cannot separate both thousands and decimals.
  return whole && amount > 0 && !(separator && whole.includes(separator)) ? amount : undefined;
}

/** The problems that the service's refusal names; those of other fields belong to the form. */
function problemsOf(error: LoyaltyError): ReceiptProblems {
  const byField = Object.fromEntries(
    FIELDS.flatMap((name) => {
      const text = error.forShopper.fields[name];
      return text ? [[name, text]] : [];
    }),
  );
  return Object.keys(byField).length ? byField : { form: problemText(error) };
}

function problemText(error: LoyaltyError): string {
  const sentence = localize('Couldn’t send it. Try again.');
  switch (error.code) {
    case 'conflict':
      return localize('You’ve already submitted this number.');
    case 'not_found':
      return localize('We couldn’t find a purchase with this number.');
    case 'validation':
      return refusalText(error) ?? sentence;
    case 'rate_limited':
      return localize('Too many attempts. Try again in 15 minutes.');
    default:
      return failureText(error, sentence);
  }
}
