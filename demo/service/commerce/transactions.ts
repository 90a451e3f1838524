import * as on from '../../../src/services/contract/endpoints/index.ts';
import { transactionItemShape } from '../../../src/services/contract/commerce/transactions.ts';
import { publishWithHistory, queueing } from './queue-and-resend.ts';
import {
  attributesFor,
  purchaseView,
  purchaseViews,
  amounts,
  piecesOf,
  type Purchase,
} from './purchase-views.ts';
import { purchaseBy, storePurchase, type NewPurchase } from './store-purchase.ts';
import type { Database } from '../database/tables.ts';
import { MAX_BATCH_BYTES } from '../../../src/services/contract/envelope.ts';
import { browse } from '../api/paging.ts';
import { conflict, forbidden, invalid, notFound } from '../api/problem.ts';
import { accepting, route, type KnownCall, type Route } from '../api/route.ts';
import type { Resource } from '../crud/resource.ts';
import { findRecord } from '../crud/store.ts';
import { addProductToList } from '../lists/put-product.ts';
import { survivorOf } from '../profiles/merged-names.ts';
import { tableOf } from '../crud/tables.ts';
import { recordId } from '../api/formats.ts';

/** Lines of purchases. Only their description can be changed: the shape has no other writable fields. */
export const transactionItemResource: Resource = {
  id: 'transactions.items',
  model: 'transaction-item',
  shape: transactionItemShape,
  computed: amounts,
};

/**
 * Adds a purchase. For the same content the reply is the stored one; other content is a conflict, because a transaction never
 * changes.
 */
async function add(call: KnownCall<string, NewPurchase>) {
  if (call.principal.kind !== 'machine') throw forbidden();
  const { purchase, lines, isSame, warnings } = await storePurchase(call.db, call.principal, call.body);
  if (!isSame) throw conflict('There is another transaction with this external_id, and it never changes.');
  return { data: await purchaseView(call, purchase, lines), ...(warnings.length > 0 && { warnings }) };
}

const items = tableOf('transaction-item', transactionItemShape);

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

/** Purchases: once stored, they never change (spec 1 rule 7, 3). */
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
  { ...route(on.addTransaction, add), model: 'transaction' },
  { ...route(on.createOrUpdateTransaction, add), model: 'transaction' },
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
      const item = await findRecord(call.db, items, {}, id);
      return await publishing(call, String(item.transaction_id), 'transaction.created', true);
    }),
  ),
  route(on.addTransactionItemListItem, async (call) => {
    const { db, path, body } = call;
    const item = await findRecord(db, items, {}, path.transactionitem);
    const { profile_id: owner } = await find(db, String(item.transaction_id));
    const profileId = body.profile_id ? await survivorOf(db, body.profile_id) : owner;
    if (profileId === null) throw invalid({ profile_id: ['The profile_id field is required.'] });
    return {
      data: await addProductToList(call, {
        profileId,
        list: String(body.list),
        pieces: piecesOf(item),
        productId: item.product_id,
      }),
    };
  }),
];
