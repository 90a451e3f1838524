import {
  addProfileTransactionClaim,
  deleteProfileTransactionClaim,
} from '../../contract/endpoints/commerce.ts';
import { LoyaltyError } from '../../transport/errors.ts';
import { record, type Id } from '../../transport/read.ts';
import { readReply } from '../../transport/read-records.ts';
import type { Loyalty } from '../loyalty.ts';
import { refresh } from '../refresh.ts';
import { removed, write } from './writes.ts';
import { readReceipt, receipts, type Receipt } from '../resources/receipts.ts';

/** What a customer writes to claim a purchase. */
export interface ReceiptDetails {
  readonly number: string;
  readonly total: number;
  /** `YYYY-MM-DD`. */
  readonly day: string | undefined;
}

/**
 * Claims a purchase by its receipt (POST transaction claims). Nothing is queued or retried. Where the response is lost or cannot be read,
 * the claims are read: a new one with this number is the result. A purchase that was found changes points, tier and achievements, so
 * everything is loaded again.
 * @throws LoyaltyError `conflict` for a number that the customer sent before, `validation` with the service's texts by field
 */
export async function claimReceipt(
  loyalty: Loyalty,
  { number, total, day }: ReceiptDetails,
): Promise<Receipt> {
  const shown = loyalty.resource(receipts);
  const receipt = await write<Receipt, readonly Id[]>(loyalty, {
    operation: addProfileTransactionClaim.id,
    once: {
      name: `receipt ${number} ${total} ${day ?? ''}`,
      before: (shown.state.value ?? []).map(({ id }) => id),
    },
    send: async (idempotencyKey) =>
      loyalty.call(addProfileTransactionClaim, {
        profile: await loyalty.profileId(),
        body: { receipt_ref: number, total, ...(day && { transacted_at: day }) },
        idempotencyKey,
      }),
    read: (reply) => readReply(addProfileTransactionClaim.id, record(reply).data, readReceipt),
    find: async (before) =>
      (await loadReceipts(loyalty)).find((one) => one.number === number && !before.includes(one.id)),
    own: () => ({ id: `sent ${number}`, number, status: 'pending', sentAt: new Date() }),
  });
  const { id } = receipt;
  shown.set([receipt, ...(shown.state.value ?? []).filter((one) => one.id !== id)]);
  if (receipt.status === 'matched') void refresh(loyalty);
  return receipt;
}

/**
 * Deletes a claim. Succeeds where it was deleted before.
 * @throws LoyaltyError
 */
export async function removeReceipt(loyalty: Loyalty, { id }: Receipt): Promise<void> {
  await removed(
    loyalty,
    deleteProfileTransactionClaim.id,
    async () =>
      loyalty.call(deleteProfileTransactionClaim, {
        profile: await loyalty.profileId(),
        transactionClaim: id,
      }),
    async () => !(await loadReceipts(loyalty)).some((one) => one.id === id),
  );
  const shown = loyalty.resource(receipts);
  shown.set((shown.state.value ?? []).filter((one) => one.id !== id));
}

/** The receipts that the service has now, which are shown. */
async function loadReceipts(loyalty: Loyalty): Promise<readonly Receipt[]> {
  const shown = loyalty.resource(receipts);
  await shown.refresh();
  const { value, error } = shown.state;
  if (error || !value) throw error ?? new LoyaltyError('bad_response');
  return value;
}
