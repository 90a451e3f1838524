import type { Principal } from '../platform/auth/principal.ts';
import { orderItemShape, type OrderItem } from '../../../src/services/contract/shapes/records/commerce.ts';
import type { Database } from '../platform/database/tables.ts';
import { viewOf } from '../crud/fields.ts';
import { addRecord, editRecord, findRecord, removeParts } from '../crud/store.ts';
import { fromRow, type Stored, tableOf } from '../crud/tables.ts';
import { totalOf, type Line } from './amounts.ts';

export type SentLine = Readonly<Record<string, unknown>> & Line;

const orders = tableOf('order');
const items = tableOf('order-item');

/** What a line is stored as, below its order. */
export function storedLine(line: SentLine, order: Stored): Record<string, unknown> {
  return {
    ...line,
    total: totalOf([line]),
    order_id: order.id,
    parent: `order:${order.id}`,
    // Whose the order is, so that both go when the profile is purged.
    profile_id: order['profile_id'] ?? null,
  };
}

/** Lines as who asks may write them: customers say nothing about `meta`. */
export const linesBy = (principal: Principal, sent: readonly SentLine[]): SentLine[] =>
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

/** Puts lines in the place of all that the order has. */
export async function replaceLines(work: Database, order: Stored, lines: readonly SentLine[]): Promise<void> {
  const there = await linesOf(work, [order.id]);
  for (const { id } of there) await removeParts(work, `order-item:${id}`);
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

/** Writes what an order costs after one of its lines changed; `changed` stands for the line that is not stored yet. */
export async function writeTotal(
  work: Database,
  orderId: number | string,
  except?: number | string,
  changed?: Line,
): Promise<void> {
  // Locked: of two lines that change at once the second counts what the first wrote.
  await findRecord(work, orders, {}, String(orderId), { lock: 'update' });
  const others = (await linesOf(work, [orderId])).filter(({ id }) => id !== except) as unknown as Line[];
  await editRecord(work, orders, orderId, { total: totalOf(changed ? [...others, changed] : others) });
}

export const lineView = (line: Stored, principal: Principal): OrderItem =>
  viewOf(orderItemShape, line, principal) as OrderItem;
