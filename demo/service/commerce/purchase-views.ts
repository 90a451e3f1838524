import { sql } from 'kysely';
import { locationShape } from '../../../src/services/contract/commerce/locations.ts';
import {
  transactionItemShape,
  transactionShape,
  type Transaction,
} from '../../../src/services/contract/commerce/transactions.ts';
import type { Attributes } from '../api/query/attribute.ts';
import { attributesOf, customerAttributes, viewOf } from '../crud/fields.ts';
import type { ViewContext } from '../crud/resource.ts';
import { rowsWithin } from '../crud/store.ts';
import { notFound } from '../api/problem.ts';
import type { Database, Row } from '../database/tables.ts';
import { codeColumn } from '../programme/typed-code.ts';
import { fromRow, tableOf, type Values } from '../crud/tables.ts';

export type Purchase = Row<'transactions'>;

/** Fields by which purchases are filtered and sorted; `items` are the `product_id` and `sku` of the lines. */
export const purchaseAttributes: Attributes = new Map([
  ...attributesOf(transactionShape, tableOf('transaction')),
  ['receipt_ref', codeColumn('transactions.receipt_ref')],
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

/** The driver reads decimals as text; totals and quantities are numbers. */
export const amounts = {
  total: ({ total }: Readonly<Values>) => numberOrNull(total),
  quantity: ({ quantity }: Readonly<Values>) => numberOrNull(quantity),
};

const numberOrNull = (amount: unknown): number | null =>
  amount === null || amount === undefined ? null : Number(amount);

/** Whole pieces of a line, for a list: half a metre is one. */
export const piecesOf = ({ quantity }: { readonly quantity?: unknown }): number =>
  Math.max(1, Math.ceil(Number(quantity ?? 1)));

/** Purchases with their lines and locations, with the fields that the principal may see. The lines are read unless they are given. */
export async function purchaseViews(
  { db, principal }: ViewContext,
  purchases: readonly Purchase[],
  stored?: readonly Row<'transaction_items'>[],
): Promise<Transaction[]> {
  const lines = stored ? stored.map(fromRow) : await linesOf(db, purchases);
  const locations = await locationsOf(db, purchases);
  return purchases.map((purchase) => {
    const location = locations.get(purchase.location_id ?? 0);
    const complete = {
      ...fromRow(purchase),
      items: lines
        .filter((line) => line.transaction_id === purchase.id)
        .map((line) => viewOf(transactionItemShape, line, principal, amounts)),
      location: location
        ? {
            id: String(location.id),
            name: location.name ?? null,
            external_id: location.external_id ?? null,
          }
        : null,
    };
    return viewOf(transactionShape, complete, principal, amounts);
  });
}

export async function purchaseView(
  context: ViewContext,
  purchase: Purchase,
  lines?: readonly Row<'transaction_items'>[],
): Promise<Transaction> {
  const [view] = await purchaseViews(context, [purchase], lines);
  if (!view) throw notFound();
  return view;
}

async function linesOf(db: Database, purchases: readonly Purchase[]) {
  if (purchases.length === 0) return [];
  const ids = purchases.map(({ id }) => id);
  const rows = await db
    .selectFrom('transaction_items')
    .selectAll()
    .where('transaction_id', 'in', ids)
    .orderBy('id')
    .execute();
  return rows.map(fromRow);
}

async function locationsOf(db: Database, purchases: readonly Purchase[]) {
  const ids = [...new Set(purchases.flatMap(({ location_id }) => location_id ?? []))];
  if (ids.length === 0) return new Map<number, never>();
  const rows = await rowsWithin(db, tableOf('location', locationShape), {}).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, fromRow(row)]));
}
