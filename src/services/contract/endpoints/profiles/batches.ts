import type { Data, Records } from '../../shapes/envelope.ts';
import type { Accepted } from '../../shapes/records/automation.ts';
import type { StatusOfProfile, TagsOfProfile } from '../../shapes/records/profiles.ts';
import { endpoint, of } from '../endpoint.ts';

/** Gives profiles a status, in a batch (spec 4.6 Profile sub-resources). */
export const batchProfileStatuses = endpoint(
  'POST',
  '/v3/profile/status/batch.json',
  'profile.status.batch.store',
  of<Data<Accepted>>,
  of<Records<StatusOfProfile>>,
);

/**
 * Takes a status from profiles, in a batch; the array travels in the body (rule R78) (spec 4.6 Profile
 * sub-resources).
 */
export const batchDeleteProfileStatuses = endpoint(
  'DELETE',
  '/v3/profile/status/batch.json',
  'profile.status.batch.destroy',
  of<Data<Accepted>>,
  of<Records<StatusOfProfile>>,
);

/** Gives profiles tags, in a batch (spec 4.6 Profile sub-resources). */
export const batchProfileTags = endpoint(
  'POST',
  '/v3/profile/tags/batch.json',
  'profile.tags.batch.store',
  of<Data<Accepted>>,
  of<Records<TagsOfProfile>>,
);

/**
 * Takes tags from profiles, in a batch; the array travels in the body (rule R78) (spec 4.6 Profile
 * sub-resources).
 */
export const batchDeleteProfileTags = endpoint(
  'DELETE',
  '/v3/profile/tags/batch.json',
  'profile.tags.batch.destroy',
  of<Data<Accepted>>,
  of<Records<TagsOfProfile>>,
);
