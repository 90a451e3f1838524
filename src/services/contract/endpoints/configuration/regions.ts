import type { Data, Page } from '../../shapes/envelope.ts';
import type { Region, regionShape } from '../../shapes/records/configuration.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses regions (spec 4.6 Configuration). */
export const regions = endpoint('GET', '/v3/regions', 'regions.index', of<Page<Region>>);

/** Adds a region (spec 4.6 Configuration). */
export const addRegion = endpoint(
  'POST',
  '/v3/regions',
  'regions.store',
  of<Data<Region>>,
  of<Adding<typeof regionShape>>,
);

/** Reads a region (spec 4.6 Configuration). Parameter name: ASSUMPTION J11. */
export const readRegion = endpoint('GET', '/v3/regions/{region}', 'regions.show', of<Data<Region>>);

/** Edits a region (spec 4.6 Configuration). Parameter name: ASSUMPTION J11. */
export const editRegion = endpoint(
  'PUT',
  '/v3/regions/{region}',
  'regions.update',
  of<Data<Region>>,
  of<Editing<typeof regionShape>>,
);

/** Deletes a region (spec 4.6 Configuration). Parameter name: ASSUMPTION J11. */
export const deleteRegion = endpoint('DELETE', '/v3/regions/{region}', 'regions.destroy');
