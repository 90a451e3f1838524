import type { Data, Page } from '../../shapes/envelope.ts';
import type { CustomProduct, customProductShape } from '../../shapes/records/products.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses custom products (spec 4.6 Business). */
export const customProducts = endpoint(
  'GET',
  '/v3/customProducts',
  'customProducts.index',
  of<Page<CustomProduct>>,
);

/** Adds a custom product (spec 4.6 Business). */
export const addCustomProduct = endpoint(
  'POST',
  '/v3/customProducts',
  'customProducts.store',
  of<Data<CustomProduct>>,
  of<Adding<typeof customProductShape>>,
);

/** Reads a custom product (spec 4.6 Business). */
export const readCustomProduct = endpoint(
  'GET',
  '/v3/customProducts/{customProduct}',
  'customProducts.show',
  of<Data<CustomProduct>>,
);

/** Edits a custom product (spec 4.6 Business). */
export const editCustomProduct = endpoint(
  'PUT',
  '/v3/customProducts/{customProduct}',
  'customProducts.update',
  of<Data<CustomProduct>>,
  of<Editing<typeof customProductShape>>,
);

/** Deletes a custom product (spec 4.6 Business). */
export const deleteCustomProduct = endpoint(
  'DELETE',
  '/v3/customProducts/{customProduct}',
  'customProducts.destroy',
);
