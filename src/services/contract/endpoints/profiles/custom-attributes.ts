import type { CustomField, customFieldShape } from '../../shapes/custom-field.ts';
import type { Data, Page } from '../../shapes/envelope.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses custom attributes of a profile (spec 4.6 Profile additional data). Path: ASSUMPTION G12. */
export const profileCustomAttributes = endpoint(
  'GET',
  '/v3/profiles/{profileId}/attributes/custom',
  'profiles.attributes.custom.index',
  of<Page<CustomField>>,
);

/** Adds a custom attribute of a profile (spec 4.6 Profile sub-resources). */
export const addProfileCustomAttribute = endpoint(
  'POST',
  '/v3/profiles/{profileId}/attributes/custom',
  'profiles.attributes.custom.store',
  of<Data<CustomField>>,
  of<Adding<typeof customFieldShape>>,
);

/** Reads a custom attribute of a profile (spec 4.6 Profile sub-resources). */
export const readProfileCustomAttribute = endpoint(
  'GET',
  '/v3/profiles/{profile}/attributes/custom/{custom}',
  'profiles.attributes.custom.show',
  of<Data<CustomField>>,
);

/** Edits a custom attribute of a profile (spec 4.6 Profile sub-resources). */
export const editProfileCustomAttribute = endpoint(
  'PUT',
  '/v3/profiles/{profile}/attributes/custom/{custom}',
  'profiles.attributes.custom.update',
  of<Data<CustomField>>,
  of<Editing<typeof customFieldShape>>,
);

/** Deletes a custom attribute of a profile (spec 4.6 Profile sub-resources). */
export const deleteProfileCustomAttribute = endpoint(
  'DELETE',
  '/v3/profiles/{profile}/attributes/custom/{custom}',
  'profiles.attributes.custom.destroy',
);

/** Browses the custom attributes that profiles can have (spec 4.6 Profile additional data). */
export const customAttributes = endpoint(
  'GET',
  '/v3/profiles/attributes/custom',
  'profiles.attributes.custom.global-index',
  of<Page<CustomField>>,
);
