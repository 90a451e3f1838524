import type { Data, Page } from '../../shapes/envelope.ts';
import type { ProfileRegion, profileRegionShape } from '../../shapes/records/configuration.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses regions of a profile (spec 4.6 Profile sub-resources). */
export const profileRegions = endpoint(
  'GET',
  '/v3/profiles/{profile}/regions',
  'profiles.regions.index',
  of<Page<ProfileRegion>>,
);

/** Adds a region of a profile (spec 4.6 Profile sub-resources). */
export const addProfileRegion = endpoint(
  'POST',
  '/v3/profiles/{profile}/regions',
  'profiles.regions.store',
  of<Data<ProfileRegion>>,
  of<Adding<typeof profileRegionShape>>,
);

/** Reads a region of a profile (spec 4.6 Profile sub-resources). */
export const readProfileRegion = endpoint(
  'GET',
  '/v3/profiles/{profile}/regions/{region}',
  'profiles.regions.show',
  of<Data<ProfileRegion>>,
);

/** Edits a region of a profile (spec 4.6 Profile sub-resources). */
export const editProfileRegion = endpoint(
  'PUT',
  '/v3/profiles/{profile}/regions/{region}',
  'profiles.regions.update',
  of<Data<ProfileRegion>>,
  of<Editing<typeof profileRegionShape>>,
);

/** Deletes a region of a profile (spec 4.6 Profile sub-resources). */
export const deleteProfileRegion = endpoint(
  'DELETE',
  '/v3/profiles/{profile}/regions/{region}',
  'profiles.regions.destroy',
);
