import type { Data, Page } from '../../shapes/envelope.ts';
import type { Address, addressShape } from '../../shapes/records/profiles.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses addresses of a profile (spec 4.6 Profile additional data). Path: ASSUMPTION G12. */
export const profileAddresses = endpoint(
  'GET',
  '/v3/profiles/{profile}/addresses',
  'profiles.addresses.index',
  of<Page<Address>>,
);

/** Adds an address of a profile (spec 4.6 Profile additional data). Path: ASSUMPTION G12. */
export const addProfileAddress = endpoint(
  'POST',
  '/v3/profiles/{profile}/addresses',
  'profiles.addresses.store',
  of<Data<Address>>,
  of<Adding<typeof addressShape>>,
);

/** Reads an address of a profile (spec 4.6 Profile additional data). Path: ASSUMPTION G12. */
export const readProfileAddress = endpoint(
  'GET',
  '/v3/profiles/{profile}/addresses/{address}',
  'profiles.addresses.show',
  of<Data<Address>>,
);

/** Edits an address of a profile (spec 4.6 Profile additional data). Path: ASSUMPTION G12. */
export const editProfileAddress = endpoint(
  'PUT',
  '/v3/profiles/{profile}/addresses/{address}',
  'profiles.addresses.update',
  of<Data<Address>>,
  of<Editing<typeof addressShape>>,
);

/** Deletes an address of a profile (spec 4.6 Profile additional data). Path: ASSUMPTION G12. */
export const deleteProfileAddress = endpoint(
  'DELETE',
  '/v3/profiles/{profile}/addresses/{address}',
  'profiles.addresses.destroy',
);

/** Adds an address of a profile, or changes the one of its type (spec 4.6 Profile sub-resources). */
export const upsertProfileAddress = endpoint(
  'POST',
  '/v3/profiles/{profile}/addresses/upsert',
  'profiles.addresses.upsert',
  of<Data<Address>>,
  of<Adding<typeof addressShape>>,
);
