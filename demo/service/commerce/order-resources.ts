import { sql } from 'kysely';
import { looseOrderItemShape, orderShape } from '../../../src/services/contract/shapes/records/commerce.ts';
import { totalOf, type Line } from './amounts.ts';
import {
  linesBy,
  linesOf,
  lineView,
  replaceLines,
  storedLine,
  writeTotal,
  type SentLine,
} from './order-lines.ts';
import { conflict, forbidden } from '../api/problem.ts';
import type { KnownCall } from '../api/route.ts';
import { attributes } from '../api/query/attribute.ts';
import type { Resource, ViewContext } from '../crud/resource.ts';
import { type Values, type Stored, tableOf } from '../crud/tables.ts';
import { findRecord } from '../crud/store.ts';

/** By what is in their lines, as `product_id` or `sku`, and by the ids of the purchases that they led to (G32). */
export const orderAttributes = attributes({
  items: {
    kind: 'items',
    sql: sql`(
      select coalesce(jsonb_agg(bought), '[]') from records as line, jsonb_array_elements_text(
        jsonb_build_array(line.fields -> 'product_id', line.fields -> 'sku')) as bought
      where line.resource = 'order-item' and line.parent = 'order:' || records.id and bought is not null)`,
  },
  transactions: {
    kind: 'items',
    sql: sql`(select coalesce(jsonb_agg(id::text), '[]') from transactions where order_id = records.id)`,
  },
});

/** An order is what is to be bought: it can change, and leads to no, one or many purchases (spec 1 rule 7, R19, R20). */
const order: Omit<Resource, 'id'> = {
  model: 'order',
  shape: orderShape,
  defaults: { status: 'open' },
  attributes: orderAttributes,
  adding: async (call, { items, ...values }) => {
    checkStatus(call, values);
    return { ...values, total: totalOf((items ?? []) as readonly Line[]) };
  },
  added: async (call, record) => {
    const { items } = call.body as { readonly items?: readonly SentLine[] | null };
    await replaceLines(call.db, record, linesBy(call.principal, items ?? []));
  },
  editing: async (call, record, { items, ...values }) => {
    checkOpen(call, record);
    checkStatus(call, values);
    // Below a profile an order stays that profile's, whatever the body says.
    if (call.profileId !== undefined) delete values['profile_id'];
    const owner = 'profile_id' in values ? values['profile_id'] : record['profile_id'];
    if (items === undefined && owner === record['profile_id']) return values;
    const lines = items === undefined ? await linesOf(call.db, [record.id]) : (items ?? []);
    const kept = linesBy(call.principal, (lines as SentLine[]).map(withoutColumns));
    await replaceLines(call.db, { ...record, profile_id: owner }, kept);
    return { ...values, total: totalOf(kept) };
  },
  removing: async (call, record) => checkOpen(call, record),
  withRelated: withLinesAndPurchases,
};

export const orderResource: Resource = { id: 'orders', ...order };

export const orderResources: readonly Resource[] = [
  orderResource,
  { id: 'profiles.orders', ...order, customers: 'write' },
  {
    id: 'orders.items',
    model: 'order-item',
    shape: looseOrderItemShape,
    adding: async ({ db }, values) => {
      const found = await findRecord(db, tableOf('order'), {}, String(values['order_id']), {
        lock: 'update',
      });
      await writeTotal(db, found.id, undefined, values as unknown as Line);
      return storedLine(values as unknown as SentLine, found);
    },
    editing: async ({ db }, record, values) => {
      const changed = { ...record, ...values } as unknown as Line;
      await writeTotal(db, record['order_id'] as number, record.id, changed);
      return { ...values, total: totalOf([changed]) };
    },
    removing: ({ db }, record) => writeTotal(db, record['order_id'] as number, record.id),
  },
];

/** Whether goods were handed over, the shop says. */
function checkStatus({ principal }: KnownCall, values: Values): void {
  if (principal.kind === 'customer' && values['status'] === 'fulfilled') {
    throw forbidden('Only the shop says that an order is fulfilled.');
  }
}

/** An order that came to its end is the shop's to change: 409. */
function checkOpen({ principal }: KnownCall, { status }: Stored): void {
  if (principal.kind === 'customer' && (status === 'fulfilled' || status === 'cancelled'))
    throw conflict(`This order is ${status}: only the shop changes it.`);
}

const withoutColumns = ({
  id: _,
  created_at: __,
  updated_at: ___,
  resource: ____,
  ...line
}: SentLine): SentLine => line as unknown as SentLine;

/** Orders with their lines, and the ids of the purchases that they led to. */
async function withLinesAndPurchases(
  { db, principal }: ViewContext,
  records: readonly Stored[],
): Promise<Stored[]> {
  const ids = records.map(({ id }) => Number(id));
  if (ids.length === 0) return [];
  const lines = await linesOf(db, ids);
  const purchases = await db
    .selectFrom('transactions')
    .select(['id', 'order_id'])
    .where('order_id', 'in', ids)
    .orderBy('id')
    .execute();
  return records.map((record) => ({
    ...record,
    items: lines.filter((line) => line['order_id'] === record.id).map((line) => lineView(line, principal)),
    transactions: purchases.filter((one) => one.order_id === record.id).map(({ id }) => String(id)),
  }));
}
