import type { Row } from '../database/tables.ts';

/** The fields of a product that an item shows. */
export type ItemProduct = Pick<
  Row<'products'>,
  'id' | 'name' | 'handle' | 'url' | 'image_url' | 'price' | 'currency'
> & { readonly fields?: Row<'products'>['fields'] };
