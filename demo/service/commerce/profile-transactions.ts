import { sql, type NotNull } from 'kysely';
import * as on from '../../../src/services/contract/endpoints/index.ts';
import { productShape, type Product } from '../../../src/services/contract/commerce/products.ts';
import { transactionItemShape } from '../../../src/services/contract/commerce/transactions.ts';
import { browseGroups } from './group-totals.ts';
import { addressOnShop } from './products.ts';
import { leftOf, NOTHING_LEFT } from '../campaigns/left-of-purchase.ts';
import { purchaseRefunded, reasonOf } from './purchase-points.ts';
import { lockPurchases, moveRefunds, redistributeRefunds } from './refunds.ts';
import { attributesFor, purchaseView, purchaseViews, amounts, piecesOf } from './purchase-views.ts';
import type { Database, Row } from '../database/tables.ts';
import { recountMember } from '../points/recount-member.ts';
import { browse } from '../api/paging.ts';
import { notFound } from '../api/problem.ts';
import { acting, route, toCustomers, type ProfileCall, type Route } from '../api/route.ts';
import { refuseClaims } from './transaction-claims.ts';
import { addProductToList } from '../lists/put-product.ts';
import { survivorOf } from '../profiles/merged-names.ts';
import { attributesOf, customerAttributes, viewOf } from '../crud/fields.ts';
import { fromRow, tableOf } from '../crud/tables.ts';
import { recordId } from '../api/formats.ts';

const purchasesOf = (db: Database, profileId: string) =>
  db.selectFrom('transactions').selectAll().where('profile_id', '=', profileId);

/** Lines of the profile's own purchases. */
const linesOf = (db: Database, profileId: string) =>
  db
    .selectFrom('transaction_items')
    .selectAll('transaction_items')
    .innerJoin('transactions', 'transactions.id', 'transaction_items.transaction_id')
    .where('transactions.profile_id', '=', profileId);

export const lineAttributes = attributesOf(transactionItemShape, tableOf('transaction-item'));
export const productAttributes = attributesOf(productShape, tableOf('product'));

const productView = ({ principal, shopOrigin }: ProfileCall, row: Row<'products'>): Product => {
  const url = addressOnShop(row.url, shopOrigin);
  const image_url = addressOnShop(row.image_url, shopOrigin);
  return viewOf(productShape, { ...fromRow(row), url, image_url }, principal);
};

/** Transactions of a profile, their products and lines (spec 4.6 Profile sub-resources). */
export const profileTransactionRoutes: readonly Route[] = [
  route(on.findProfileTransactions, (call) =>
    browse(call, purchasesOf(call.db, call.profileId), (rows) => purchaseViews(call, rows), {
      attributes: attributesFor(call),
    }),
  ),

  route(on.groupProfileTransactions, (call) => browseGroups(call, 'transactions', attributesFor(call))),

  route(on.profileTransactionProducts, (call) => {
    const bought = linesOf(call.db, call.profileId)
      .clearSelect()
      .select('transaction_items.product_id')
      .$narrowType<{ product_id: NotNull }>();
    const products = call.db
      .selectFrom('products')
      .selectAll()
      .where('id', 'in', bought)
      // Customers do not see unpublished products, even those that they bought.
      .$if(call.principal.kind === 'customer', (query) =>
        query.where(sql<boolean>`(products.fields ->> 'is_published')::boolean`),
      );
    const isCustomer = call.principal.kind === 'customer';
    return browse(call, products, (rows) => rows.map((row) => productView(call, row)), {
      attributes: isCustomer ? customerAttributes(productShape, productAttributes) : productAttributes,
    });
  }),

  route(on.profileTransactionItemsOfList, (call) => {
    const listed = call.db
      .selectFrom('list_items')
      .innerJoin('lists', 'lists.id', 'list_items.list_id')
      .select('list_items.product_id')
      .where('lists.profile_id', '=', call.profileId)
      .where('lists.type', '=', call.path.type);
    const lines = linesOf(call.db, call.profileId).where('transaction_items.product_id', 'in', listed);
    const isCustomer = call.principal.kind === 'customer';
    const views = (rows: Row<'transaction_items'>[]) =>
      rows.map((row) => viewOf(transactionItemShape, fromRow(row), call.principal, amounts));
    return browse(call, lines, views, {
      attributes: isCustomer ? customerAttributes(transactionItemShape, lineAttributes) : lineAttributes,
    });
  }),

  toCustomers(
    route(on.addProfileTransactionItemListItem, async (call) => {
      const { db, profileId, path, body } = call;
      // For a customer the purchases of other profiles do not exist.
      if (body.profile_id !== undefined && (await survivorOf(db, body.profile_id)) !== profileId)
        throw notFound();
      const item = await linesOf(db, profileId)
        .where('transaction_items.id', '=', recordId(path.transactionitem) ?? 0)
        .executeTakeFirst();
      if (!item) throw notFound();
      const { product_id: productId } = item;
      return {
        data: await addProductToList(call, {
          profileId,
          list: String(body.list),
          productId,
          pieces: piecesOf(item),
        }),
      };
    }),
  ),

  acting(
    route(on.unattachProfileTransaction, async (call) => {
      const { db, profileId, path } = call;
      await lockPurchases(db, [profileId]);
      const purchase = await purchasesOf(db, profileId)
        .where('id', '=', recordId(path.transaction) ?? 0)
        .forUpdate()
        .executeTakeFirst();
      if (!purchase) throw notFound();
      await purchaseRefunded(db, {
        purchase,
        profileId,
        before: await leftOf(db, purchase),
        after: NOTHING_LEFT,
        reason: `${reasonOf(purchase)}, taken back`,
      });
      const unattached = await db
        .updateTable('transactions')
        .set({ profile_id: null })
        .where('id', '=', purchase.id)
        .where('profile_id', '=', profileId)
        .returningAll()
        .executeTakeFirstOrThrow();
      await moveRefunds(db, unattached);
      await refuseClaims(db, unattached);
      // What refunded it without naming it refunds other purchases of the profile now.
      await redistributeRefunds(db, { profileIds: [profileId] });
      await recountMember(db, profileId, `${reasonOf(purchase)}, taken back`);
      call.note({ changes: { profile_id: { was: profileId, is: null } } });
      return { data: await purchaseView(call, unattached) };
    }),
  ),
];
