import type { CustomField, customFieldShape } from '../../shapes/custom-field.ts';
import type { Data, Page } from '../../shapes/envelope.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses custom fields of a location (spec 4.6 Configuration). Methods: ASSUMPTION J9. */
export const locationCustomFields = endpoint(
  'GET',
  '/v3/locations/{location}/custom-fields',
  'locations.custom-fields.index',
  of<Page<CustomField>>,
);

/** Adds a custom field of a location (spec 4.6 Configuration). Methods: ASSUMPTION J9. */
export const addLocationCustomField = endpoint(
  'POST',
  '/v3/locations/{location}/custom-fields',
  'locations.custom-fields.store',
  of<Data<CustomField>>,
  of<Adding<typeof customFieldShape>>,
);

/** Reads a custom field of a location (spec 4.6 Configuration). Methods and path: ASSUMPTION J9. */
export const readLocationCustomField = endpoint(
  'GET',
  '/v3/locations/{location}/custom-fields/{custom_field}',
  'locations.custom-fields.show',
  of<Data<CustomField>>,
);

/** Edits a custom field of a location (spec 4.6 Configuration). Methods and path: ASSUMPTION J9. */
export const editLocationCustomField = endpoint(
  'PUT',
  '/v3/locations/{location}/custom-fields/{custom_field}',
  'locations.custom-fields.update',
  of<Data<CustomField>>,
  of<Editing<typeof customFieldShape>>,
);

/** Deletes a custom field of a location (spec 4.6 Configuration). Methods and path: ASSUMPTION J9. */
export const deleteLocationCustomField = endpoint(
  'DELETE',
  '/v3/locations/{location}/custom-fields/{custom_field}',
  'locations.custom-fields.destroy',
);
