import { sql } from 'kysely';
import * as on from '../../../src/services/contract/endpoints/index.ts';
import { MAX_BATCH_BYTES } from '../../../src/services/contract/envelope.ts';
import { orderShape } from '../../../src/services/contract/commerce/orders.ts';
import { conflict, forbidden } from '../api/problem.ts';
import { accepting, route, type KnownCall, type ProfileCall, type Route } from '../api/route.ts';
import { attributes } from '../api/query/attribute.ts';
import { checkMoney } from '../programme/check-money.ts';
import { attributesOf, customerAttributes } from '../crud/fields.ts';
import { defineModel, type Resource, type ViewContext } from '../crud/resource.ts';
import { findRecord } from '../crud/store.ts';
import { viewOfRow } from '../crud/views.ts';
import { totalOf } from './amounts.ts';
import { browseGroups } from './group-totals.ts';
import {
  linesOf,
  lineView,
  orderItemResource,
  replaceLines,
  writableLines,
  type StoredLine,
} from './order-lines.ts';
import { publishWithHistory, queueing } from './queue-and-resend.ts';
import { tableOf, type Stored, type Values } from '../crud/tables.ts';

type StoredOrder = Stored<typeof orderShape, 'order'>;
type OrderValues = Values<typeof orderShape, 'order'>;

/** Filters by `product_id` or `sku` of the lines, and by the ids of the purchases of an order. */
const relatedAttributes = attributes({
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

/** An order is the record before the purchase: it can change, and results in no, one or many purchases (spec 1 rule 7). */
const order = defineModel({
  model: 'order',
  shape: orderShape,
  defaults: { status: 'open' },
  attributes: relatedAttributes,
  adding: async (call, { items, ...values }) => {
    checkStatus(call, values);
    return { ...values, total: totalOf(items ?? []) };
  },
  added: async (call, record) => {
    await replaceLines(call.db, record, writableLines(call.principal, call.body.items ?? []));
  },
  editing: async (call, record, { items, ...values }) => {
    checkOpen(call, record);
    checkStatus(call, values);
    // Below a profile the order belongs to that profile, whatever `profile_id` the body has.
    if (call.profileId !== undefined) delete values.profile_id;
    const owner = 'profile_id' in values ? (values.profile_id ?? null) : record.profile_id;
    const isMoved = owner !== record.profile_id || 'currency' in values;
    if (items === undefined && !isMoved) return values;
    const sent =
      items === undefined ? (await linesOf(call.db, [record.id])).map(withoutColumns) : (items ?? []);
    // Lines that stay are money of the new currency.
    if ('currency' in values)
      await checkMoney(call.db, orderShape.edit, { items: sent }, async () => values.currency);
    const lines = writableLines(call.principal, sent);
    await replaceLines(call.db, { id: record.id, profile_id: owner }, lines);
    return { ...values, total: totalOf(lines) };
  },
  removing: async (call, record) => checkOpen(call, record),
  withRelated: withLinesAndPurchases,
});

export const orderResource: Resource<typeof orderShape, 'order'> = { id: 'orders', ...order };

export const orderResources: readonly Resource[] = [
  orderResource,
  { id: 'profiles.orders', ...order, customers: 'write' },
  orderItemResource,
];

const acceptingOrders = (answered: Route): Route => ({ ...accepting(answered), model: 'order' });

const allAttributes = new Map([...attributesOf(orderShape, tableOf('order')), ...relatedAttributes]);
const attributesFor = ({ principal }: ProfileCall) =>
  principal.kind === 'customer' ? customerAttributes(orderShape, allAttributes) : allAttributes;

/** Endpoints of orders, except the five verbs. */
export const orderRoutes: readonly Route[] = [
  { ...acceptingOrders(route(on.queueOrders, queueing('orders.queue'))), maxBytes: MAX_BATCH_BYTES },
  {
    ...acceptingOrders(route(on.queueOrderCreation, queueing('orders.queue.create'))),
    maxBytes: MAX_BATCH_BYTES,
  },
  acceptingOrders(
    route(on.resendOrder, async (call) => {
      const found = await findRecord(call.db, tableOf('order', orderShape), {}, call.path.id);
      return {
        data: await publishWithHistory(call.db, {
          trigger: 'order.created',
          namespace: 'loyalty',
          profileId: found.profile_id,
          payload: await viewOfRow(orderResource, call, found),
          isResent: true,
        }),
      };
    }),
  ),
  route(on.groupProfileOrders, (call) => browseGroups(call, 'orders', attributesFor(call))),
];

/** Only the shop knows whether goods were handed over: a customer cannot set `fulfilled`. */
function checkStatus({ principal }: KnownCall, { status }: Pick<OrderValues, 'status'>): void {
  if (principal.kind === 'customer' && status === 'fulfilled') {
    throw forbidden('Only the shop says that an order is fulfilled.');
  }
}

/** Throws 409 for a customer who changes an order that is fulfilled or cancelled. */
function checkOpen({ principal }: KnownCall, { status }: StoredOrder): void {
  if (principal.kind === 'customer' && (status === 'fulfilled' || status === 'cancelled'))
    throw conflict(`This order is ${status}: only the shop changes it.`);
}

const withoutColumns = ({ id: _, created_at: __, updated_at: ___, resource: ____, ...line }: StoredLine) =>
  line;

/** Orders with their lines and the ids of their purchases. */
async function withLinesAndPurchases(
  { db, principal }: ViewContext,
  records: readonly StoredOrder[],
): Promise<StoredOrder[]> {
  const ids = records.map(({ id }) => id);
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
    items: lines.filter((line) => line.order_id === record.id).map((line) => lineView(line, principal)),
    transactions: purchases.filter((one) => one.order_id === record.id).map(({ id }) => String(id)),
  }));
}
