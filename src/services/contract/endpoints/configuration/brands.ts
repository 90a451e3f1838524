import type { Data, Page } from '../../shapes/envelope.ts';
import type { Brand, brandShape } from '../../shapes/records/configuration.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses brands (spec 4.6 Configuration). */
export const brands = endpoint('GET', '/v3/brands', 'brands.index', of<Page<Brand>>);

/** Adds a brand (spec 4.6 Configuration). */
export const addBrand = endpoint(
  'POST',
  '/v3/brands',
  'brands.store',
  of<Data<Brand>>,
  of<Adding<typeof brandShape>>,
);

/** Reads a brand (spec 4.6 Configuration). Parameter name: ASSUMPTION J11. */
export const readBrand = endpoint('GET', '/v3/brands/{brand}', 'brands.show', of<Data<Brand>>);

/** Edits a brand (spec 4.6 Configuration). Parameter name: ASSUMPTION J11. */
export const editBrand = endpoint(
  'PUT',
  '/v3/brands/{brand}',
  'brands.update',
  of<Data<Brand>>,
  of<Editing<typeof brandShape>>,
);

/** Deletes a brand (spec 4.6 Configuration). Parameter name: ASSUMPTION J11. */
export const deleteBrand = endpoint('DELETE', '/v3/brands/{brand}', 'brands.destroy');
