import { createHash } from 'node:crypto';
import type { Machine } from '../platform/auth/principal.ts';
import type { Database, Row } from '../platform/database/tables.ts';
import { conflict, invalid } from '../api/problem.ts';
import { checkReferences } from '../crud/references.ts';
import { rounded } from './amounts.ts';
import { findRecord } from '../crud/store.ts';
import { tableOf } from '../crud/tables.ts';
import { writable } from '../crud/fields.ts';
import {
  transactionShape,
  type Transaction,
} from '../../../src/services/contract/shapes/records/commerce.ts';
import { settleClaims } from './claims.ts';
import { earnPoints } from './points-of-purchase.ts';
import { bookRefund, isRefund } from './refunds.ts';

export type Purchase = Row<'transactions'>;
type Item = NonNullable<Transaction['items']>[number];
type Sent = Readonly<Record<string, unknown>>;

/** A purchase beyond this is a mistake of the till; sums and points stay within what a number holds. */
const MAX_TOTAL = 1e12;

/**
 * Stores a purchase, with its lines and the points that it brings, or a refund, unless its external id is there. What is there stays
 * as it is (rules R18, R45) and is answered. Throws 422 for what it names and does not exist.
 */
export async function storePurchase(
  work: Database,
  principal: Machine,
  body: Sent,
): Promise<{ readonly purchase: Purchase; readonly isNew: boolean; readonly isSame: boolean }> {
  const values = writable(transactionShape, present(body), principal);
  checkAmounts(values);
  const content_hash = hashOf(values);
  const there = await purchaseBy(work, String(values['external_id']));
  if (there) return known(there, content_hash);
  await checkReferences(work, 'transaction', values);
  const { items = [], meta, ...columns } = values as Sent & { items?: readonly Item[] };
  const stored = await work
    .insertInto('transactions')
    .values({
      ...(columns as unknown as { external_id: string; transacted_at: string; total: number }),
      profile_id: await ownerOf(work, values),
      total: rounded(Number(values['total'])),
      content_hash,
      ...(meta !== undefined && { fields: JSON.stringify({ meta }) }),
    })
    .onConflict((on) => on.column('external_id').doNothing())
    .returningAll()
    .executeTakeFirst();
  // Another request was quicker by a moment; it is done now.
  if (!stored) {
    const first = await purchaseBy(work, String(values['external_id']));
    if (!first) throw conflict('There is another transaction with this external_id.');
    return known(first, content_hash);
  }
  await storeItems(work, stored.id, items);
  if (isRefund(stored)) return { purchase: await bookRefund(work, stored), isNew: true, isSame: true };
  if (stored.refund_of !== null)
    throw invalid({ refund_of: ['Only a transaction with a total below zero refunds another.'] });
  if (stored.profile_id !== null) {
    await earnPoints(work, stored, stored.profile_id);
    return { purchase: stored, isNew: true, isSame: true };
  }
  return { purchase: await settleClaims(work, stored), isNew: true, isSame: true };
}

const known = (purchase: Purchase, hash: Buffer) => ({
  ...{ purchase, isNew: false },
  isSame: purchase.content_hash.equals(hash),
});

export const purchaseBy = (db: Database, externalId: string): Promise<Purchase | undefined> =>
  db.selectFrom('transactions').selectAll().where('external_id', '=', externalId).executeTakeFirst();

/** Whose it is: the profile that is named, or the one of its order. Throws 422 where they are not the same. */
async function ownerOf(work: Database, values: Sent): Promise<string | null> {
  const named = (values['profile_id'] ?? null) as string | null;
  if (values['order_id'] === undefined) return named;
  const order = await findRecord(work, tableOf('order'), {}, String(values['order_id']));
  const owner = (order['profile_id'] ?? null) as string | null;
  if (named !== null && owner !== null && named !== owner) {
    throw invalid({ order_id: ['The order belongs to another profile.'] });
  }
  return named ?? owner;
}

async function storeItems(work: Database, transactionId: number, items: readonly Item[]): Promise<void> {
  if (items.length === 0) return;
  await work
    .insertInto('transaction_items')
    .values(
      items.map(({ product_id, variant_id, sku, name, description, quantity, price, meta }) => ({
        transaction_id: transactionId,
        ...{ name, quantity, price },
        ...{ product_id: product_id ?? null, variant_id: variant_id ?? null, sku: sku ?? null },
        description: description ?? null,
        fields: JSON.stringify(meta ? { meta } : {}),
      })),
    )
    .execute();
}

function checkAmounts(values: Sent): void {
  if (Math.abs(Number(values['total'])) > MAX_TOTAL)
    throw invalid({ total: ['The total field is too large.'] });
}

/** Null is as good as left out (spec 2.1), at every depth. */
const present = (body: Sent): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null && value !== undefined));

/** The same content has the same hash, in whatever order its fields come. */
const hashOf = (values: Sent): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(sorted(values)))
    .digest();

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(present(value as Sent)).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
}
