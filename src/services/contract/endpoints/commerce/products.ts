import type { Data, Page, Records } from '../../shapes/envelope.ts';
import type { Accepted } from '../../shapes/records/automation.ts';
import type { Product, productShape } from '../../shapes/records/products.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses products (spec 4.6 Business). Path: ASSUMPTION G12. */
export const products = endpoint('GET', '/v3/products', 'products.index', of<Page<Product>>);

/** Adds a product (spec 4.6 Business). Path: ASSUMPTION G12. */
export const addProduct = endpoint(
  'POST',
  '/v3/products',
  'products.store',
  of<Data<Product>>,
  of<Adding<typeof productShape>>,
);

/** Reads a product (spec 4.6 Business). Path: ASSUMPTION G12. */
export const readProduct = endpoint('GET', '/v3/products/{product}', 'products.show', of<Data<Product>>);

/** Edits a product (spec 4.6 Business). Path: ASSUMPTION G12. */
export const editProduct = endpoint(
  'PUT',
  '/v3/products/{product}',
  'products.update',
  of<Data<Product>>,
  of<Editing<typeof productShape>>,
);

/** Deletes a product (spec 4.6 Business). Path: ASSUMPTION G12. */
export const deleteProduct = endpoint('DELETE', '/v3/products/{product}', 'products.destroy');

/** Adds products in a batch (spec 4.6 Business). */
export const batchProducts = endpoint(
  'POST',
  '/v3/products/batch.json',
  'products.batch.store',
  of<Data<Accepted>>,
  of<Records<Adding<typeof productShape>>>,
);

/** Adds a product, or changes the one of its external id (spec 4.6 Business). */
export const createOrUpdateProduct = endpoint(
  'POST',
  '/v3/products/create-update',
  'products.create-update',
  of<Data<Product>>,
  of<Adding<typeof productShape>>,
);
