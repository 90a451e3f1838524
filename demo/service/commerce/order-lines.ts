import type { Principal } from '../platform/auth/principal.ts';
import {
  looseOrderItemShape,
  orderItemShape,
  type OrderItem,
} from '../../../src/services/contract/shapes/records/commerce.ts';
import type { Database } from '../platform/database/tables.ts';
import { viewOf } from '../crud/fields.ts';
import type { Resource } from '../crud/resource.ts';
import { addRecord, editRecord, findRecord, removeParts } from '../crud/store.ts';
import { totalOf, type Line } from './amounts.ts';
import { fromRow, tableOf, type Stored } from '../crud/tables.ts';

export type SentLine = Readonly<Record<string, unknown>> & Line;

const orders = tableOf('order');
const items = tableOf('order-item');

/** The endpoints of a single line; they update the total of its order. */
export const orderItemResource: Resource = {
  id: 'orders.items',
  model: 'order-item',
  shape: looseOrderItemShape,
  adding: async ({ db }, values) => {
    const order = await findRecord(db, orders, {}, String(values['order_id']), { lock: 'update' });
    await writeTotal(db, order.id, undefined, values as unknown as Line);
    return storedLine(values as unknown as SentLine, order);
  },
  editing: async ({ db }, record, values) => {
    const changed = { ...record, ...values } as unknown as Line;
    await writeTotal(db, record['order_id'] as number, record.id, changed);
    return { ...values, total: totalOf([changed]) };
  },
  removing: ({ db }, record) => writeTotal(db, record['order_id'] as number, record.id),
};

/** The values of a line as they are stored, as part of its order. */
function storedLine(line: SentLine, order: Stored): Record<string, unknown> {
  return {
    ...line,
    total: totalOf([line]),
    order_id: order.id,
    parent: `order:${order.id}`,
    // The profile of the order, so that a purge of the profile deletes the lines as well.
    profile_id: order['profile_id'] ?? null,
  };
}

/** Lines without the fields that the principal may not write: `meta` is for users alone. */
export const writableLines = (principal: Principal, sent: readonly SentLine[]): SentLine[] =>
  sent.map((line) =>
    Object.fromEntries(
      Object.entries(line).filter(
        ([name, value]) =>
          value !== undefined &&
          value !== null &&
          (principal.kind === 'machine' || FIELDS[name]?.customers !== 'nothing'),
      ),
    ),
  ) as unknown as SentLine[];
const FIELDS: Readonly<Record<string, { readonly customers: string }>> = orderItemShape.fields;

/** Deletes all lines of an order and adds these. */
export async function replaceLines(work: Database, order: Stored, lines: readonly SentLine[]): Promise<void> {
  for (const { id } of await linesOf(work, [order.id])) await removeParts(work, `order-item:${id}`);
  await work
    .deleteFrom('records')
    .where('resource', '=', 'order-item')
    .where('parent', '=', `order:${order.id}`)
    .execute();
  for (const line of lines) await addRecord(work, items, storedLine(line, order));
}

/** Lines of orders, in the order in which they were written. */
export async function linesOf(db: Database, orderIds: readonly (number | string)[]): Promise<Stored[]> {
  if (orderIds.length === 0) return [];
  const rows = await db
    .selectFrom('records')
    .selectAll()
    .where('resource', '=', 'order-item')
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
async function writeTotal(
  work: Database,
  orderId: number | string,
  except?: number | string,
  changed?: Line,
): Promise<void> {
  // Locked: when two lines change at once, the second transaction includes what the first one wrote.
  await findRecord(work, orders, {}, String(orderId), { lock: 'update' });
  const others = (await linesOf(work, [orderId])).filter(({ id }) => id !== except) as unknown as Line[];
  await editRecord(work, orders, orderId, { total: totalOf(changed ? [...others, changed] : others) });
}

export const lineView = (line: Stored, principal: Principal): OrderItem =>
  viewOf(orderItemShape, line, principal) as OrderItem;
