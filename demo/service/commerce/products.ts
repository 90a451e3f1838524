import { sql } from 'kysely';
import type { Row } from '../database/tables.ts';
import { createOrUpdateProduct } from '../../../src/services/contract/endpoints/index.ts';
import * as of from '../../../src/services/contract/commerce/products.ts';
import { recountBoughtBefore } from '../achievements/queue-recount.ts';
import { route, type Route } from '../api/route.ts';
import { defineResource, type Resource } from '../crud/resource.ts';
import { findRecord, removeParts, removeRecord } from '../crud/store.ts';
import { upsertOf } from '../crud/upsert.ts';
import { tableOf, type AnyRecord } from '../crud/tables.ts';

const productResource = defineResource({
  id: 'products',
  model: 'product',
  shape: of.productShape,
  defaults: { is_published: true },
  unique: ['external_id', 'handle'],
  // Lists and purchases refer to a product by the shop's own id.
  adding: async (_, values) => ({ ...values, id: values.external_id ?? '' }),
  added: ({ db }, product) => recountBoughtBefore(db, product),
  // Deletes its variants as well.
  removing: async ({ db }, { id }) => {
    const variants = await db
      .selectFrom('records')
      .select('id')
      .where('resource', '=', 'product-variant')
      .where(sql<string>`fields ->> 'product_id'`, '=', String(id))
      .execute();
    for (const variant of variants) {
      await removeParts(db, `product-variant:${variant.id}`);
      await removeRecord(db, tableOf('product-variant'), variant.id);
    }
  },
});

/** Products, their variants and ratings, and custom products. */
export const productResources: readonly Resource[] = [
  productResource,
  {
    id: 'products.variants',
    model: 'product-variant',
    shape: of.productVariantShape,
    unique: ['sku'],
    currencyOf: async ({ db }, { product_id: id }) =>
      (await findRecord(db, tableOf('product', of.productShape), {}, String(id))).currency,
  },
  {
    id: 'customProducts',
    model: 'custom-product',
    shape: of.customProductShape,
  },
  {
    id: 'ratings',
    model: 'rating',
    shape: of.ratingShape,
    defaults: { is_published: false },
  },
];

export const productRoutes: readonly Route[] = [
  // The handlers of adding and editing return a product; a route of any resource has no type for that.
  { ...route(createOrUpdateProduct, upsertOf(productResource) as never), model: 'product' },
];

/** Whether customers may buy and save it. */
export const isPublished = ({ fields }: Pick<Row<'products'>, 'fields'>): boolean =>
  fields['is_published'] !== false;

/** Products are stored with paths: a reply has the path as an address on the host of the shop that sent the request. */
export const addressOnShop = (path: string | null, shopOrigin: string | undefined): string | null =>
  path !== null && shopOrigin !== undefined ? new URL(path, shopOrigin).href : path;

/** A definition with the address of its picture, if the picture is stored as a path. */
export function withPictureOnShop(definition: AnyRecord, shopOrigin: string | undefined): AnyRecord {
  const image = definition['image_url'];
  return typeof image === 'string' && image.startsWith('/')
    ? { ...definition, image_url: addressOnShop(image, shopOrigin) }
    : definition;
}
