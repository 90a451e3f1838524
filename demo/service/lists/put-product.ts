import type { ProductDetails } from '../../../src/services/contract/shapes/list.ts';
import type { Database } from '../platform/database/tables.ts';
import type { KnownCall } from '../api/route.ts';
import { invalid, notFound } from '../api/problem.ts';
import { checkRoom } from './definition.ts';
import { findList } from './find-list.ts';
import { itemViews } from './items.ts';
import { pageProduct } from './page-product.ts';

export interface ProductOnList {
  readonly profileId: string;
  /** Id or handle. */
  readonly list: string;
  readonly productId: string | null;
  readonly quantity: number;
  /** What the page says of it, where that is accepted (G61). */
  readonly described?: ProductDetails | null | undefined;
  /** What else is said of the item. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

const MAX_QUANTITY = 9_999;

/** Puts a product on a list of a profile, unless it is there. Throws 404 for the list, 422 for the product or a full list. */
export async function putOnList(
  call: Pick<KnownCall, 'db' | 'shopOrigin' | 'settings'>,
  { profileId, list: named, productId, quantity, described, fields = {} }: ProductOnList,
) {
  const { db, shopOrigin, settings } = call;
  const list = await findList(db, profileId, named, 'editor');
  const product = await db
    .selectFrom('products')
    .selectAll()
    .where('id', '=', productId ?? '')
    .executeTakeFirst();
  const isDescribed = !product && productId && described && settings?.acceptPageProducts;
  const kept = isDescribed ? pageProduct(call, described) : undefined;
  if (!product && !kept) throw invalid({ product_id: ['There is no such product.'] });
  const id = product?.id ?? String(productId);
  if (!(await hasProduct(db, list.id, id))) await checkRoom(db, list);
  const added = await db
    .insertInto('list_items')
    .values({
      ...{ list_id: list.id, profile_id: list.profile_id, product_id: id },
      quantity: Math.min(quantity, MAX_QUANTITY),
      fields: JSON.stringify({ ...fields, ...(kept && { product: kept }) }),
    })
    .onConflict((conflict) => conflict.columns(['list_id', 'product_id']).doNothing())
    .returningAll()
    .executeTakeFirst();
  const item =
    added ??
    (await db
      .selectFrom('list_items')
      .selectAll()
      .where('list_id', '=', list.id)
      .where('product_id', '=', id)
      .executeTakeFirstOrThrow());
  const [view] = await itemViews({ db, shopOrigin }, [item]);
  if (!view) throw notFound();
  return view;
}

async function hasProduct(db: Database, listId: number, productId: string): Promise<boolean> {
  const found = await db
    .selectFrom('list_items')
    .select('id')
    .where('list_id', '=', listId)
    .where('product_id', '=', productId)
    .executeTakeFirst();
  return found !== undefined;
}
