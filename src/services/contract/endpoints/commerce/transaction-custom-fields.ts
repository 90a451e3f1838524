import type { CustomField, customFieldShape } from '../../shapes/custom-field.ts';
import type { Data, Page } from '../../shapes/envelope.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses custom fields of a transaction (spec 4.6 Business). Methods: ASSUMPTION J9. */
export const transactionCustomFields = endpoint(
  'GET',
  '/v3/transactions/{transaction}/custom-fields',
  'transactions.custom-fields.index',
  of<Page<CustomField>>,
);

/** Adds a custom field of a transaction (spec 4.6 Business). Methods: ASSUMPTION J9. */
export const addTransactionCustomField = endpoint(
  'POST',
  '/v3/transactions/{transaction}/custom-fields',
  'transactions.custom-fields.store',
  of<Data<CustomField>>,
  of<Adding<typeof customFieldShape>>,
);

/** Reads a custom field of a transaction (spec 4.6 Business). Methods and path: ASSUMPTION J9. */
export const readTransactionCustomField = endpoint(
  'GET',
  '/v3/transactions/{transaction}/custom-fields/{custom_field}',
  'transactions.custom-fields.show',
  of<Data<CustomField>>,
);

/** Edits a custom field of a transaction (spec 4.6 Business). Methods and path: ASSUMPTION J9. */
export const editTransactionCustomField = endpoint(
  'PUT',
  '/v3/transactions/{transaction}/custom-fields/{custom_field}',
  'transactions.custom-fields.update',
  of<Data<CustomField>>,
  of<Editing<typeof customFieldShape>>,
);

/** Deletes a custom field of a transaction (spec 4.6 Business). Methods and path: ASSUMPTION J9. */
export const deleteTransactionCustomField = endpoint(
  'DELETE',
  '/v3/transactions/{transaction}/custom-fields/{custom_field}',
  'transactions.custom-fields.destroy',
);
