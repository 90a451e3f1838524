import { profileTransactionClaims } from '../../contract/endpoints/commerce.ts';
import { moment, readId, record, text, type Id } from '../../transport/read.ts';
import { requireValue, oneOf } from '../../transport/read-records.ts';
import { browseRecords } from '../browse.ts';
import type { ResourceDefinition } from '../loyalty.ts';

/** A receipt that the customer sent in: a transaction claim. */
export interface Receipt {
  readonly id: Id;
  /** Number on the receipt, or of the order. */
  readonly number: string;
  /** `matched`: the purchase was found and belongs to the customer. `pending`: no such purchase has arrived yet. */
  readonly status: 'pending' | 'matched' | 'refused';
  readonly sentAt: Date | undefined;
}

/** GET transaction claims of the profile (spec 4.6; the reply is assumed), the newest first. */
export const receipts: ResourceDefinition<readonly Receipt[]> = {
  key: 'receipts',
  async load(loyalty) {
    const profile = await loyalty.profileId();
    const claims = await browseRecords(loyalty, profileTransactionClaims, { profile }, readReceipt);
    return claims.sort((a, b) => time(b) - time(a) || Number(b.id) - Number(a.id) || 0);
  },
};

const time = ({ sentAt }: Receipt): number => sentAt?.getTime() ?? 0;

/** @throws LoyaltyError `bad_response` without an id, a number and a status that is known */
export function readReceipt(wire: unknown): Receipt {
  const { id: rawId, receipt_ref, status, created_at } = record(wire);
  return {
    id: requireValue(readId(rawId), 'id', rawId),
    number: requireValue(text(receipt_ref), 'receipt_ref', receipt_ref),
    status: oneOf(['pending', 'matched', 'refused'], 'status', status),
    sentAt: moment(created_at),
  };
}
