import {
  addProfileTransactionClaim,
  deleteProfileTransactionClaim,
} from '../../contract/endpoints/commerce.ts';
import { toLoyaltyError } from '../../transport/errors.ts';
import { record } from '../../transport/read.ts';
import { readReply } from '../../transport/read-records.ts';
import { isUnanswered, markUndone } from '../../transport/unanswered.ts';
import type { Loyalty } from '../loyalty.ts';
import { refresh } from '../refresh.ts';
import { readReceipt, receipts, type Receipt } from './receipts.ts';

/** What a customer writes to claim a purchase. */
export interface ReceiptDetails {
  readonly number: string;
  readonly total: number;
  /** `YYYY-MM-DD`. */
  readonly day: string | undefined;
}

/**
 * Claims a purchase by its receipt (POST transaction claims). Nothing is queued or retried. Where the response is lost, the claims are
 * read: one with this number is the result. A purchase that was found changes points, tier and achievements, so everything is loaded
 * again.
 * @throws LoyaltyError `conflict` for a number that the customer sent before, `validation` with the service's texts by field
 */
export async function claimReceipt(
  loyalty: Loyalty,
  { number, total, day }: ReceiptDetails,
  idempotencyKey: string,
): Promise<Receipt> {
  const shown = loyalty.resource(receipts);
  let receipt: Receipt | undefined;
  try {
    const reply = await loyalty.call(addProfileTransactionClaim, {
      profile: await loyalty.profileId(),
      body: { receipt_ref: number, total, ...(day && { transacted_at: day }) },
      idempotencyKey,
    });
    receipt = readReply(addProfileTransactionClaim.id, record(reply).data, readReceipt);
    shown.set([receipt, ...(shown.state.value ?? []).filter(({ id }) => id !== receipt!.id)]);
  } catch (thrown) {
    if (!isUnanswered(toLoyaltyError(thrown))) throw thrown;
    const before = shown.state.value ?? [];
    await shown.refresh();
    receipt = shown.state.value?.find(
      (one) => one.number === number && !before.some(({ id }) => id === one.id),
    );
    if (!receipt) {
      if (shown.state.status === 'complete') markUndone(toLoyaltyError(thrown));
      throw thrown;
    }
  }
  if (receipt.status === 'matched') void refresh(loyalty);
  return receipt;
}

/**
 * Deletes a claim. Succeeds where it was deleted before.
 * @throws LoyaltyError
 */
export async function removeReceipt(loyalty: Loyalty, { id }: Receipt): Promise<void> {
  const profile = await loyalty.profileId();
  await loyalty.call(deleteProfileTransactionClaim, { profile, transactionClaim: id }).catch((error) => {
    if (toLoyaltyError(error).code !== 'not_found') throw error;
  });
  const shown = loyalty.resource(receipts);
  shown.set((shown.state.value ?? []).filter((one) => one.id !== id));
}
