import { createHash } from 'node:crypto';
import type { Machine } from '../auth/principal.ts';
import type { Database } from '../database/tables.ts';
import { conflict, invalid } from '../api/problem.ts';
import { checkReferences } from '../crud/references.ts';
import { checkMoney } from '../programme/check-money.ts';
import { CURRENCY, rounded } from './amounts.ts';
import { findRecord } from '../crud/store.ts';
import { writable } from '../crud/fields.ts';
import { orderShape } from '../../../src/services/contract/commerce/orders.ts';
import { transactionShape } from '../../../src/services/contract/commerce/transactions.ts';
import type { Adding } from '../../../src/services/contract/shape.ts';
import { settleClaims } from './transaction-claims.ts';
import { earnPoints } from './purchase-points.ts';
import type { Purchase } from './purchase-views.ts';
import { applyOpenRefunds, applyRefund, isRefund, lockRefunding } from './refunds.ts';
import { tableOf } from '../crud/tables.ts';

export type NewPurchase = Adding<typeof transactionShape>;
type NewItem = NonNullable<NewPurchase['items']>[number];

/** A larger total is an error of the cash register. The limit keeps sums and points within the safe integers. */
const MAX_TOTAL = 1e12;

export interface StoredPurchase {
  readonly purchase: Purchase;
  readonly isNew: boolean;
  readonly isSame: boolean;
  /** What the till should know although the purchase was stored. */
  readonly warnings: readonly string[];
}

/**
 * Stores a purchase with its lines and points, or a refund, unless its external id exists. A stored transaction never changes:
 * it is returned as it is. Throws 422 for references to records that do not exist.
 */
export async function storePurchase(
  work: Database,
  principal: Machine,
  body: NewPurchase,
): Promise<StoredPurchase> {
  // The contract of the endpoint checked the body; fields are only left out.
  const sent = writable(transactionShape, present(body), principal) as NewPurchase;
  if (Math.abs(sent.total) > MAX_TOTAL) throw invalid({ total: ['The total field is too large.'] });
  await checkMoney(work, transactionShape.add, sent, async () => sent.currency ?? CURRENCY);
  const content_hash = hashOf(sent);
  const stored = await purchaseBy(work, sent.external_id);
  if (stored) return existing(stored, content_hash);
  const values = await checkReferences(work, 'transaction', sent);
  const owner = await ownerOf(work, values);
  await lockRefunding(work, { ...values, profile_id: owner });
  const { items, meta, ...columns } = values;
  const added = await work
    .insertInto('transactions')
    .values({
      ...columns,
      profile_id: owner,
      names_profile: owner !== null,
      total: rounded(values.total),
      content_hash,
      ...(meta !== undefined && { fields: JSON.stringify({ meta }) }),
    })
    .onConflict((on) => on.column('external_id').doNothing())
    .returningAll()
    .executeTakeFirst();
  // A concurrent transaction has added it and was committed.
  if (!added) {
    const first = await purchaseBy(work, values.external_id);
    if (!first) throw conflict('There is another transaction with this external_id.');
    return existing(first, content_hash);
  }
  await storeItems(work, added.id, items ?? []);
  if (isRefund(added)) {
    const { refund, uncovered } = await applyRefund(work, added);
    const warnings = uncovered === '0' ? [] : [`No purchase covers ${uncovered} of this refund yet.`];
    return { purchase: refund, isNew: true, isSame: true, warnings };
  }
  if (added.refund_of !== null)
    throw invalid({ refund_of: ['Only a transaction with a total below zero refunds another.'] });
  await applyOpenRefunds(work, added);
  if (added.profile_id !== null) {
    await earnPoints(work, added, added.profile_id);
    return { purchase: added, isNew: true, isSame: true, warnings: [] };
  }
  return { purchase: await settleClaims(work, added), isNew: true, isSame: true, warnings: [] };
}

const existing = (purchase: Purchase, hash: Buffer) => ({
  purchase,
  isNew: false,
  isSame: purchase.content_hash.equals(hash),
  warnings: [],
});

export const purchaseBy = (db: Database, externalId: string): Promise<Purchase | undefined> =>
  db.selectFrom('transactions').selectAll().where('external_id', '=', externalId).executeTakeFirst();

/** The profile of a new purchase: the one that is named, or the one of its order. Throws 422 when they differ. */
async function ownerOf(
  work: Database,
  { profile_id: named = null, order_id }: NewPurchase,
): Promise<string | null> {
  if (order_id === undefined) return named;
  const order = await findRecord(work, tableOf('order', orderShape), {}, String(order_id));
  const owner = order.profile_id;
  if (named !== null && owner !== null && named !== owner) {
    throw invalid({ order_id: ['The order belongs to another profile.'] });
  }
  return named ?? owner;
}

async function storeItems(work: Database, transactionId: number, items: readonly NewItem[]): Promise<void> {
  if (items.length === 0) return;
  await work
    .insertInto('transaction_items')
    .values(
      items.map(({ product_id, variant_id, sku, name, description, quantity, price, meta }) => ({
        transaction_id: transactionId,
        name,
        quantity,
        price,
        product_id: product_id ?? null,
        variant_id: variant_id ?? null,
        sku: sku ?? null,
        description: description ?? null,
        fields: JSON.stringify(meta ? { meta } : {}),
      })),
    )
    .execute();
}

/** Null means the same as a field that is left out (spec 2.1). */
const present = (body: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null && value !== undefined));

/** A hash of the content that does not depend on the order of the fields. */
const hashOf = (values: object): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(sorted(values)))
    .digest();

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(present(value)).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
}
