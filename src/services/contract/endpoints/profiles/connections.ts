import type { Data, Page } from '../../shapes/envelope.ts';
import type { ProfileConnection, profileConnectionShape } from '../../shapes/records/profiles.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses connections of a profile (spec 4.6 Profile additional data). Path: ASSUMPTION G12. */
export const profileConnections = endpoint(
  'GET',
  '/v3/profiles/{profileId}/connections',
  'profiles.connections.index',
  of<Page<ProfileConnection>>,
);

/** Adds a connection of a profile (spec 4.6 Profile additional data). Path: ASSUMPTION G12. */
export const addProfileConnection = endpoint(
  'POST',
  '/v3/profiles/{profileId}/connections',
  'profiles.connections.store',
  of<Data<ProfileConnection>>,
  of<Adding<typeof profileConnectionShape>>,
);

/** Reads a connection of a profile (spec 4.6 Profile additional data). Path: ASSUMPTION G12. */
export const readProfileConnection = endpoint(
  'GET',
  '/v3/profiles/{profileId}/connections/{connectionId}',
  'profiles.connections.show',
  of<Data<ProfileConnection>>,
);

/** Edits a connection of a profile (spec 4.6 Profile sub-resources). */
export const editProfileConnection = endpoint(
  'PUT',
  '/v3/profiles/{profileId}/connections/{connectionId}',
  'profiles.connections.update',
  of<Data<ProfileConnection>>,
  of<Editing<typeof profileConnectionShape>>,
);

/** Deletes a connection of a profile (spec 4.6 Profile additional data). Path: ASSUMPTION G12. */
export const deleteProfileConnection = endpoint(
  'DELETE',
  '/v3/profiles/{profileId}/connections/{connectionId}',
  'profiles.connections.destroy',
);
