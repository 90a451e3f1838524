import type { Data, Page, Records } from '../../shapes/envelope.ts';
import type { Accepted } from '../../shapes/records/automation.ts';
import type { Location, locationShape } from '../../shapes/records/commerce.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses locations (spec 4.6 Business). Path: ASSUMPTION G12. */
export const locations = endpoint('GET', '/v3/locations', 'locations.index', of<Page<Location>>);

/** Adds a location (spec 4.6 Business). Path: ASSUMPTION G12. */
export const addLocation = endpoint(
  'POST',
  '/v3/locations',
  'locations.store',
  of<Data<Location>>,
  of<Adding<typeof locationShape>>,
);

/** Reads a location (spec 4.6 Business). Path: ASSUMPTION G12. */
export const readLocation = endpoint('GET', '/v3/locations/{location}', 'locations.show', of<Data<Location>>);

/** Edits a location (spec 4.6 Business). Path: ASSUMPTION G12. */
export const editLocation = endpoint(
  'PUT',
  '/v3/locations/{location}',
  'locations.update',
  of<Data<Location>>,
  of<Editing<typeof locationShape>>,
);

/** Deletes a location (spec 4.6 Business). Path: ASSUMPTION G12. */
export const deleteLocation = endpoint('DELETE', '/v3/locations/{location}', 'locations.destroy');

/** Adds locations in a batch (spec 4.6 Configuration). */
export const batchLocations = endpoint(
  'POST',
  '/v3/locations/batch.json',
  'locations.batch.store',
  of<Data<Accepted>>,
  of<Records<Adding<typeof locationShape>>>,
);

/** Reads a location by its external id (spec 4.6 Business). Path: ASSUMPTION G12. */
export const readLocationByExternalId = endpoint(
  'GET',
  '/v3/locations/external-id/{external_id}',
  'locations.show-by-external-id',
  of<Data<Location>>,
);
