import type { Principal } from '../auth/principal.ts';
import {
  looseOrderItemShape,
  orderItemShape,
  orderShape,
} from '../../../src/services/contract/commerce/orders.ts';
import type { Database } from '../database/tables.ts';
import { viewOf } from '../crud/fields.ts';
import { defineResource } from '../crud/resource.ts';
import { addRecord, editRecord, findRecord, removeParts, rowsWithin } from '../crud/store.ts';
import { fromRow, tableOf, type Stored, type Values } from '../crud/tables.ts';
import { totalOf, type Line } from './amounts.ts';

const orders = tableOf('order', orderShape);
const lines = tableOf('order-item', looseOrderItemShape);

type StoredOrder = Stored<typeof orderShape, 'order'>;
export type StoredLine = Stored<typeof looseOrderItemShape, 'order-item'>;
type LineValues = Values<typeof looseOrderItemShape, 'order-item'>;

/** The endpoints of a single line; they update the total of its order. */
export const orderItemResource = defineResource({
  id: 'orders.items',
  model: 'order-item',
  shape: looseOrderItemShape,
  currencyOf: async ({ db }, values) => (await findRecord(db, orders, {}, String(values.order_id))).currency,
  adding: async ({ db }, values) => {
    const order = await findRecord(db, orders, {}, String(values.order_id), { lock: 'update' });
    await writeTotal(db, order.id, undefined, values);
    return lineValues(values, order);
  },
  editing: async ({ db }, record, values) => {
    const changed = { ...record, ...values };
    await writeTotal(db, Number(record.order_id), record.id, changed);
    return { ...values, total: totalOf([changed]) };
  },
  removing: ({ db }, record) => writeTotal(db, Number(record.order_id), record.id),
});

/** The values of a line as part of its order. */
const lineValues = (
  line: LineValues,
  { id, profile_id }: Pick<StoredOrder, 'id' | 'profile_id'>,
): LineValues => ({
  ...line,
  total: totalOf([line]),
  order_id: id,
  parent: `order:${id}`,
  // The profile of the order, so that a purge of the profile deletes the lines as well.
  profile_id: profile_id ?? null,
});

const FIELDS: Readonly<Record<string, { readonly customers: string }>> = orderItemShape.fields;

/** Lines without empty fields and without those that the principal may not write: only users write `meta`. */
export const writableLines = (principal: Principal, sent: readonly LineValues[]): LineValues[] =>
  sent.map((line) => {
    const written = { ...line };
    for (const [name, value] of Object.entries(line)) {
      const isHidden = principal.kind !== 'machine' && FIELDS[name]?.customers === 'nothing';
      if (isHidden || value === undefined || value === null) Reflect.deleteProperty(written, name);
    }
    return written;
  });

/** Deletes all lines of an order and adds these. */
export async function replaceLines(
  work: Database,
  order: Pick<StoredOrder, 'id' | 'profile_id'>,
  sent: readonly LineValues[],
): Promise<void> {
  for (const { id } of await linesOf(work, [order.id])) await removeParts(work, `order-item:${id}`);
  await work
    .deleteFrom('records')
    .where('resource', '=', 'order-item')
    .where('parent', '=', `order:${order.id}`)
    .execute();
  for (const line of sent) await addRecord(work, lines, lineValues(line, order));
}

/** Lines of orders, in the order in which they were written. */
export async function linesOf(db: Database, orderIds: readonly number[]): Promise<StoredLine[]> {
  if (orderIds.length === 0) return [];
  const rows = await rowsWithin(db, lines, {})
    .where(
      'parent',
      'in',
      orderIds.map((id) => `order:${id}`),
    )
    .orderBy('id')
    .execute();
  return rows.map(fromRow);
}

/** Updates the total of an order after one of its lines changed; `changed` is the line as it will be stored. */
async function writeTotal(work: Database, orderId: number, except?: number, changed?: Line): Promise<void> {
  // Locked: when two lines change at once, the second transaction includes what the first one wrote.
  await findRecord(work, orders, {}, String(orderId), { lock: 'update' });
  const others = (await linesOf(work, [orderId])).filter(({ id }) => id !== except);
  await editRecord(work, orders, orderId, { total: totalOf(changed ? [...others, changed] : others) });
}

export const lineView = (line: StoredLine, principal: Principal) => viewOf(orderItemShape, line, principal);
