import type { Data, Page } from '../../shapes/envelope.ts';
import type { Identity, identityShape } from '../../shapes/records/profiles.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses identities of a profile (spec 4.6 Profile additional data). Path: ASSUMPTION G12. */
export const profileIdentities = endpoint(
  'GET',
  '/v3/profiles/{profile}/identities',
  'profiles.identities.index',
  of<Page<Identity>>,
);

/** Adds an identity of a profile (spec 4.6 Profile additional data). Path: ASSUMPTION G12. */
export const addProfileIdentity = endpoint(
  'POST',
  '/v3/profiles/{profile}/identities',
  'profiles.identities.store',
  of<Data<Identity>>,
  of<Adding<typeof identityShape>>,
);

/** Reads an identity of a profile (spec 4.6 Profile sub-resources). */
export const readProfileIdentity = endpoint(
  'GET',
  '/v3/profiles/{profile}/identities/id/{identity}',
  'profiles.identities.show',
  of<Data<Identity>>,
);

/** Edits an identity of a profile (spec 4.6 Profile sub-resources). */
export const editProfileIdentity = endpoint(
  'PUT',
  '/v3/profiles/{profile}/identities/id/{identity}',
  'profiles.identities.update',
  of<Data<Identity>>,
  of<Editing<typeof identityShape>>,
);

/** Deletes an identity of a profile (spec 4.6 Profile sub-resources). */
export const deleteProfileIdentity = endpoint(
  'DELETE',
  '/v3/profiles/{profile}/identities/id/{identity}',
  'profiles.identities.destroy',
);
