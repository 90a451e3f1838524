import type { Data, Page } from '../../shapes/envelope.ts';
import type { ProductVariant, productVariantShape } from '../../shapes/records/products.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses product variants (spec 4.6 Business). */
export const productVariants = endpoint(
  'GET',
  '/v3/products/variants',
  'products.variants.index',
  of<Page<ProductVariant>>,
);

/** Adds a product variant (spec 4.6 Business). Path: ASSUMPTION G12. */
export const addProductVariant = endpoint(
  'POST',
  '/v3/products/variants',
  'products.variants.store',
  of<Data<ProductVariant>>,
  of<Adding<typeof productVariantShape>>,
);

/** Reads a product variant (spec 4.6 Business). Path: ASSUMPTION G12. */
export const readProductVariant = endpoint(
  'GET',
  '/v3/products/variants/{variant}',
  'products.variants.show',
  of<Data<ProductVariant>>,
);

/** Edits a product variant (spec 4.6 Business). Path: ASSUMPTION G12. */
export const editProductVariant = endpoint(
  'PUT',
  '/v3/products/variants/{variant}',
  'products.variants.update',
  of<Data<ProductVariant>>,
  of<Editing<typeof productVariantShape>>,
);

/** Deletes a product variant (spec 4.6 Business). Path: ASSUMPTION G12. */
export const deleteProductVariant = endpoint(
  'DELETE',
  '/v3/products/variants/{variant}',
  'products.variants.destroy',
);
