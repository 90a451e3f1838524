import { sql } from 'kysely';
import * as of from '../../../src/services/contract/shapes/records/products.ts';
import type { Resource } from '../crud/resource.ts';
import { removeParts, removeRecord } from '../crud/store.ts';
import { tableOf } from '../crud/tables.ts';

export const productResource: Resource = {
  id: 'products',
  model: 'product',
  shape: of.productShape,
  defaults: { is_published: true },
  unique: ['external_id', 'handle'],
  // The shop's own id is the id by which lists and purchases know a product.
  adding: async (_, values) => ({ ...values, id: values['external_id'] }),
  // Its variants go with it.
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
};

/** What the shop sells, of the section Commerce. */
export const productResources: readonly Resource[] = [
  productResource,
  {
    id: 'products.variants',
    model: 'product-variant',
    shape: of.productVariantShape,
    unique: ['sku'],
  },
  {
    id: 'customProducts',
    model: 'custom-product',
    shape: of.customProductShape,
  },
];
