import type { CustomField, customFieldShape } from '../../shapes/custom-field.ts';
import type { Data, Page } from '../../shapes/envelope.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses custom fields of the tenant (spec 4.6 Settings). Methods: ASSUMPTION J9. */
export const tenantCustomFields = endpoint(
  'GET',
  '/v3/tenants/custom-fields',
  'tenants.custom-fields.index',
  of<Page<CustomField>>,
);

/** Adds a custom field of the tenant (spec 4.6 Settings). Methods: ASSUMPTION J9. */
export const addTenantCustomField = endpoint(
  'POST',
  '/v3/tenants/custom-fields',
  'tenants.custom-fields.store',
  of<Data<CustomField>>,
  of<Adding<typeof customFieldShape>>,
);

/** Reads a custom field of the tenant (spec 4.6 Settings). Methods and path: ASSUMPTION J9. */
export const readTenantCustomField = endpoint(
  'GET',
  '/v3/tenants/custom-fields/{custom_field}',
  'tenants.custom-fields.show',
  of<Data<CustomField>>,
);

/** Edits a custom field of the tenant (spec 4.6 Settings). Methods and path: ASSUMPTION J9. */
export const editTenantCustomField = endpoint(
  'PUT',
  '/v3/tenants/custom-fields/{custom_field}',
  'tenants.custom-fields.update',
  of<Data<CustomField>>,
  of<Editing<typeof customFieldShape>>,
);

/** Deletes a custom field of the tenant (spec 4.6 Settings). Methods and path: ASSUMPTION J9. */
export const deleteTenantCustomField = endpoint(
  'DELETE',
  '/v3/tenants/custom-fields/{custom_field}',
  'tenants.custom-fields.destroy',
);
