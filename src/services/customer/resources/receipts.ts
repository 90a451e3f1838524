import { profileTransactionClaims } from '../../contract/endpoints/commerce.ts';
import { allPages } from '../../transport/paging.ts';
import { integer, moment, record, text } from '../../transport/read.ts';
import { readEach } from '../../transport/read-records.ts';
import type { ResourceDefinition } from '../loyalty.ts';

/** A receipt that the customer sent in: a transaction claim. */
export interface Receipt {
  readonly id: number;
  /** Number on the receipt, or of the order. */
  readonly number: string;
  /** `matched`: the purchase was found and belongs to the customer. `pending`: no such purchase has arrived yet. */
  readonly status: 'pending' | 'matched' | 'refused';
  readonly sentAt: Date | undefined;
}

/** GET transaction claims of the profile (spec 4.6, reply: G4), the newest first. */
export const receipts: ResourceDefinition<readonly Receipt[]> = {
  key: 'receipts',
  async load(loyalty) {
    const profile = await loyalty.profileId();
    const claims = await allPages((query) => loyalty.call(profileTransactionClaims, { profile, query }));
    return readEach(claims, readReceipt).sort((a, b) => b.id - a.id);
  },
};

/** Reads a transaction claim; `undefined` without an id and a number. */
export function readReceipt(wire: unknown): Receipt | undefined {
  const { id: rawId, receipt_ref, status, created_at } = record(wire);
  const id = integer(rawId);
  const number = text(receipt_ref);
  if (id === undefined || !number) return undefined;
  return {
    id,
    number,
    status: status === 'matched' || status === 'refused' ? status : 'pending',
    sentAt: moment(created_at),
  };
}
