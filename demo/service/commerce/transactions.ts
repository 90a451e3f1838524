import * as on from '../../../src/services/contract/endpoints/index.ts';
import { transactionItemShape } from '../../../src/services/contract/shapes/records/commerce.ts';
import type { Machine } from '../platform/auth/principal.ts';
import { acceptRecords } from '../platform/batches/accept.ts';
import { publishWithHistory } from './publish-with-history.ts';
import { attributesFor, purchaseView, purchaseViews, totals } from './purchase-views.ts';
import { purchaseBy, storePurchase, type Purchase } from './store-purchase.ts';
import type { Database } from '../platform/database/tables.ts';
import { MAX_BATCH_BYTES } from '../../../src/services/contract/shapes/envelope.ts';
import { browse } from '../api/paging.ts';
import { conflict, invalid, notFound } from '../api/problem.ts';
import { accepting, route, type KnownCall, type Route } from '../api/route.ts';
import type { Resource } from '../crud/resource.ts';
import { findRecord } from '../crud/store.ts';
import { putOnList } from '../lists/put-product.ts';
import { recordId } from '../api/views.ts';
import { tableOf } from '../crud/tables.ts';

/** Lines of purchases. Only their description can be changed (judgement J8): the shape has no other writable fields. */
export const transactionItemResource: Resource = {
  id: 'transactions.items',
  model: 'transaction-item',
  shape: transactionItemShape,
  computed: totals,
};

/** These routes are closed to customers, so the principal is a user. */
const userOf = ({ principal }: Pick<KnownCall, 'principal'>) => principal as Machine;

type WriteOne = (
  db: Database,
  one: { readonly principal: Machine; readonly body: Record<string, unknown> },
) => Promise<unknown>;

/** Repeating the same content returns the stored record; other content is a conflict (G54): a transaction is immutable (judgement J3). */
const add: WriteOne = async (db, { principal, body }) => {
  const { purchase, isSame } = await storePurchase(db, principal, body);
  if (!isSame) throw conflict('There is another transaction with this external_id, and it never changes.');
  return purchase;
};

const adding = (write: WriteOne) => async (call: KnownCall) => {
  const purchase = await write(call.db, { principal: userOf(call), body: call.body as never });
  return { data: await purchaseView(call, purchase as Purchase) };
};

/** Accepts an array of purchases and writes them later (spec 1 rule 8). */
const queueing = (endpointId: string) => async (call: KnownCall) => ({
  data: await acceptRecords(call.db, {
    endpointId,
    records: call.body as readonly unknown[],
    principal: userOf(call),
  }),
});

const acceptingPurchases = (answered: Route): Route => ({ ...accepting(answered), model: 'transaction' });

async function find(db: Database, id: string): Promise<Purchase> {
  const found = await db
    .selectFrom('transactions')
    .selectAll()
    .where('id', '=', recordId(id) ?? 0)
    .executeTakeFirst();
  if (!found) throw notFound();
  return found;
}

/** Publishes an event about a purchase, as users see it. */
async function publishing(call: KnownCall, id: string, trigger: string, isResent = false) {
  const purchase = await find(call.db, id);
  return {
    data: await publishWithHistory(call.db, {
      trigger,
      payload: { ...(await purchaseView(call, purchase)) },
      namespace: 'loyalty',
      profileId: purchase.profile_id,
      isResent,
    }),
  };
}

/** Purchases: once stored, they never change (spec 1 rule 7, 3; rules R18, R45). */
export const transactionRoutes: readonly Route[] = [
  route(on.transactions, (call) =>
    browse(call, call.db.selectFrom('transactions').selectAll(), (rows) => purchaseViews(call, rows), {
      attributes: attributesFor(call),
    }),
  ),
  route(on.readTransaction, async (call) => ({
    data: await purchaseView(call, await find(call.db, call.path.transaction)),
  })),
  route(on.readTransactionByExternalId, async (call) => {
    const found = await purchaseBy(call.db, call.path.external_id);
    if (!found) throw notFound();
    return { data: await purchaseView(call, found) };
  }),
  { ...route(on.addTransaction, adding(add)), model: 'transaction' },
  { ...route(on.createOrUpdateTransaction, adding(add)), model: 'transaction' },
  {
    ...acceptingPurchases(route(on.queueTransactions, queueing('transactions.queue'))),
    maxBytes: MAX_BATCH_BYTES,
  },
  {
    ...acceptingPurchases(route(on.queueTransactionCreation, queueing('transactions.queue.create'))),
    maxBytes: MAX_BATCH_BYTES,
  },
  acceptingPurchases(
    route(on.resendTransaction, (call) => publishing(call, call.path.id, 'transaction.created', true)),
  ),
  acceptingPurchases(
    route(on.triggerTransactionEvent, (call) =>
      publishing(call, call.path.transaction, 'transaction.triggered'),
    ),
  ),
  acceptingPurchases(
    route(on.resendTransactionItem, async (call) => {
      const { transactionitem: id } = call.path;
      const item = await findRecord(call.db, tableOf('transaction-item'), {}, id);
      return await publishing(call, String(item['transaction_id']), 'transaction.created', true);
    }),
  ),
  route(on.addTransactionItemListItem, async (call) => {
    const { db, path, body } = call;
    const item = await findRecord(db, tableOf('transaction-item'), {}, path.transactionitem);
    const { profile_id: owner } = await find(db, String(item['transaction_id']));
    const profileId = body.profile_id ?? owner;
    if (profileId === null) throw invalid({ profile_id: ['The profile_id field is required.'] });
    return {
      data: await putOnList(call, {
        profileId,
        list: String(body.list),
        quantity: Number(item['quantity']),
        productId: item['product_id'] as string | null,
      }),
    };
  }),
];
