import type { CustomField, customFieldShape } from '../../shapes/custom-field.ts';
import type { Data, Page } from '../../shapes/envelope.ts';
import type { Accepted } from '../../shapes/records/automation.ts';
import type { HandlesToDelete } from '../../shapes/records/configuration.ts';
import type { Adding } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses custom fields of a record (spec 4.6 Business). */
export const customFields = endpoint(
  'GET',
  '/v3/custom-fields/{model}/{id}',
  'custom-fields.index',
  of<Page<CustomField>>,
);

/** Adds a custom field of a record (spec 4.6 Business). */
export const addCustomField = endpoint(
  'POST',
  '/v3/custom-fields/{model}/{id}',
  'custom-fields.store',
  of<Data<CustomField>>,
  of<Adding<typeof customFieldShape>>,
);

/** Deletes a custom field of a record (spec 4.6 Business). */
export const deleteCustomField = endpoint(
  'DELETE',
  '/v3/custom-fields/{model}/{id}/{customField}',
  'custom-fields.destroy',
);

/** Deletes custom fields of a record, named by the array in the body (rule R78) (spec 4.6 Business). */
export const batchDeleteCustomFields = endpoint(
  'DELETE',
  '/v3/custom-fields/{model}/{id}/batchJsonDelete',
  'custom-fields.batch.destroy',
  of<Data<Accepted>>,
  of<HandlesToDelete>,
);

/** Searches the custom fields of all records (spec 4.6 Business). */
export const searchCustomFields = endpoint(
  'GET',
  '/v3/custom-fields/search',
  'custom-fields.search',
  of<Page<CustomField>>,
);
