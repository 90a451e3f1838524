import { sql } from 'kysely';
import {
  transactionItemShape,
  transactionShape,
  type Transaction,
} from '../../../src/services/contract/shapes/records/commerce.ts';
import type { Attributes } from '../api/query/attribute.ts';
import { attributesOf, customerAttributes, viewOf } from '../crud/fields.ts';
import type { ViewContext } from '../crud/resource.ts';
import { fromRow, tableOf, type Stored } from '../crud/tables.ts';

/** Fields by which purchases are filtered and sorted; `items` are the `product_id` and `sku` of the lines (G32). */
export const purchaseAttributes: Attributes = new Map([
  ...attributesOf(transactionShape, tableOf('transaction')),
  [
    'items',
    {
      kind: 'items',
      sql: sql`(
        select coalesce(jsonb_agg(bought), '[]')
        from transaction_items as line, unnest(array[line.product_id, line.sku]) as bought
        where line.transaction_id = transactions.id and bought is not null)`,
    },
  ],
]);

export const attributesFor = ({ principal }: Pick<ViewContext, 'principal'>): Attributes =>
  principal.kind === 'customer'
    ? customerAttributes(transactionShape, purchaseAttributes)
    : purchaseAttributes;

/** The driver reads decimals as text; a total is a number (rule R37). */
export const totals = { total: (record: Stored) => Number(record['total']) };

/** Purchases with their lines and locations, as the principal sees them. */
export async function purchaseViews(
  { db, principal }: ViewContext,
  rows: readonly Record<string, unknown>[],
): Promise<Transaction[]> {
  const purchases = rows.map(fromRow);
  const lines = await linesOf(db, purchases);
  const locations = await locationsOf(db, purchases);
  return purchases.map((purchase) => {
    const location = locations.get(Number(purchase['location_id']));
    const complete = {
      ...purchase,
      items: lines
        .filter((line) => line['transaction_id'] === purchase.id)
        .map((line) => viewOf(transactionItemShape, line, principal, totals)),
      location: location
        ? {
            id: String(location.id),
            name: location['name'] ?? null,
            external_id: location['external_id'] ?? null,
          }
        : null,
    };
    return viewOf(transactionShape, complete, principal, totals) as Transaction;
  });
}

export async function purchaseView(viewing: ViewContext, row: Record<string, unknown>): Promise<Transaction> {
  const [view] = await purchaseViews(viewing, [row]);
  return view as Transaction;
}

async function linesOf(db: ViewContext['db'], purchases: readonly Stored[]): Promise<Stored[]> {
  if (purchases.length === 0) return [];
  const ids = purchases.map(({ id }) => Number(id));
  const rows = await db
    .selectFrom('transaction_items')
    .selectAll()
    .where('transaction_id', 'in', ids)
    .orderBy('id')
    .execute();
  return rows.map(fromRow);
}

async function locationsOf(
  db: ViewContext['db'],
  purchases: readonly Stored[],
): Promise<Map<number, Stored>> {
  const ids = [...new Set(purchases.map((one) => Number(one['location_id'])))].filter((id) => id > 0);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('records')
    .selectAll()
    .where('resource', '=', 'location')
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, fromRow(row)]));
}
