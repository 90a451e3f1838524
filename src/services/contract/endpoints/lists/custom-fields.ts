import type { CustomField, customFieldShape } from '../../shapes/custom-field.ts';
import type { Data, Page } from '../../shapes/envelope.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses custom fields of a list of a profile (spec 4.6 Profile sub-resources). Methods: ASSUMPTION J10. */
export const profileListCustomFields = endpoint(
  'GET',
  '/v3/profiles/{profile}/lists/{list}/custom-fields',
  'profiles.lists.custom-fields.index',
  of<Page<CustomField>>,
);

/** Adds a custom field of a list of a profile (spec 4.6 Profile sub-resources). Methods: ASSUMPTION J10. */
export const addProfileListCustomField = endpoint(
  'POST',
  '/v3/profiles/{profile}/lists/{list}/custom-fields',
  'profiles.lists.custom-fields.store',
  of<Data<CustomField>>,
  of<Adding<typeof customFieldShape>>,
);

/** Reads a custom field of a list of a profile (spec 4.6 Profile sub-resources). Methods: ASSUMPTION J10. */
export const readProfileListCustomField = endpoint(
  'GET',
  '/v3/profiles/{profile}/lists/{list}/custom-fields/{custom_field}',
  'profiles.lists.custom-fields.show',
  of<Data<CustomField>>,
);

/** Edits a custom field of a list of a profile (spec 4.6 Profile sub-resources). Methods: ASSUMPTION J10. */
export const editProfileListCustomField = endpoint(
  'PUT',
  '/v3/profiles/{profile}/lists/{list}/custom-fields/{custom_field}',
  'profiles.lists.custom-fields.update',
  of<Data<CustomField>>,
  of<Editing<typeof customFieldShape>>,
);

/**
 * Deletes a custom field of a list of a profile (spec 4.6 Profile sub-resources). Methods: ASSUMPTION J10.
 */
export const deleteProfileListCustomField = endpoint(
  'DELETE',
  '/v3/profiles/{profile}/lists/{list}/custom-fields/{custom_field}',
  'profiles.lists.custom-fields.destroy',
);
