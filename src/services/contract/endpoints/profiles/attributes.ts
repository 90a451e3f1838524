import type { Data, Page, Records } from '../../shapes/envelope.ts';
import type { EditProfileDate, ProfileDate } from '../../shapes/profile-date.ts';
import type {
  Appearance,
  appearanceShape,
  Comms,
  commsShape,
  ValidationRule,
} from '../../shapes/records/profiles.ts';
import type { Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Reads the appearance of a profile (spec 4.6 Profile additional data). Path: ASSUMPTION G12. */
export const profileAppearance = endpoint(
  'GET',
  '/v3/profiles/{profile}/attributes/appearance',
  'profiles.attributes.appearance.show',
  of<Data<Appearance>>,
);

/** Edits the appearance of a profile (spec 4.6 Profile additional data). Path: ASSUMPTION G12. */
export const editProfileAppearance = endpoint(
  'PUT',
  '/v3/profiles/{profile}/attributes/appearance',
  'profiles.attributes.appearance.update',
  of<Data<Appearance>>,
  of<Editing<typeof appearanceShape>>,
);

/** Reads what a profile wants to hear of us (spec 4.6 Profile additional data). Path: ASSUMPTION G12. */
export const profileComms = endpoint(
  'GET',
  '/v3/profiles/{profile}/attributes/comms',
  'profiles.attributes.comms.show',
  of<Data<Comms>>,
);

/** Edits what a profile wants to hear of us (spec 4.6 Profile additional data). Path: ASSUMPTION G12. */
export const editProfileComms = endpoint(
  'PUT',
  '/v3/profiles/{profile}/attributes/comms',
  'profiles.attributes.comms.update',
  of<Data<Comms>>,
  of<Editing<typeof commsShape>>,
);

/** Reads the date attributes of a profile; takes no query (ASSUMPTION G9) (spec 4.3). */
export const profileDates = endpoint(
  'GET',
  '/v3/profiles/{profile}/attributes/dates',
  'profiles.attributes.dates.index',
  of<Page<ProfileDate>>,
);

/**
 * Edits date attributes of a profile: those with an id change, the others are added (ASSUMPTION J17) (spec
 * 4.6 Profile additional data). Path: ASSUMPTION G12.
 */
export const editProfileDates = endpoint(
  'PUT',
  '/v3/profiles/{profile}/attributes/dates',
  'profiles.attributes.dates.update',
  of<Page<ProfileDate>>,
  of<Records<EditProfileDate>>,
);

/** Deletes a date attribute of a profile (spec 4.6 Profile additional data). Path: ASSUMPTION G12. */
export const deleteProfileDate = endpoint(
  'DELETE',
  '/v3/profiles/{profile}/attributes/dates/{date}',
  'profiles.attributes.dates.destroy',
);

/**
 * Reads what the attributes of a profile have to be like (spec 1 rule 4). Verb and path: ASSUMPTION J19,
 * G12.
 */
export const profileValidationRules = endpoint(
  'GET',
  '/v3/profiles/{profile}/attributes/validation-rules',
  'profiles.attributes.validation-rules.show',
  of<Page<ValidationRule>>,
);
