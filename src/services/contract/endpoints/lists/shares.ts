import type { Data, Page } from '../../shapes/envelope.ts';
import type { Share, SharedList, shareShape } from '../../shapes/list.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Reads the list that a share shows (spec 4.6 Business). */
export const readListShare = endpoint(
  'GET',
  '/v3/lists/shares/{handle}',
  'lists.shares.show',
  of<Data<SharedList>>,
);

/** Browses shares of a list (spec 4.6 Profile sub-resources). Methods: ASSUMPTION J10. */
export const profileListShares = endpoint(
  'GET',
  '/v3/profiles/{profile}/lists/{list}/shares',
  'profiles.lists.shares.index',
  of<Page<Share>>,
);

/** Shares a list (spec 4.6 Profile sub-resources). Methods: ASSUMPTION J10. */
export const addProfileListShare = endpoint(
  'POST',
  '/v3/profiles/{profile}/lists/{list}/shares',
  'profiles.lists.shares.store',
  of<Data<Share>>,
  of<Adding<typeof shareShape>>,
);

/** Reads a share of a list (spec 4.6 Profile sub-resources). Methods: ASSUMPTION J10. */
export const readProfileListShare = endpoint(
  'GET',
  '/v3/profiles/{profile}/lists/{list}/shares/{share}',
  'profiles.lists.shares.show',
  of<Data<Share>>,
);

/** Edits a share of a list (spec 4.6 Profile sub-resources). Methods: ASSUMPTION J10. */
export const editProfileListShare = endpoint(
  'PUT',
  '/v3/profiles/{profile}/lists/{list}/shares/{share}',
  'profiles.lists.shares.update',
  of<Data<Share>>,
  of<Editing<typeof shareShape>>,
);

/** Deletes a share of a list (spec 4.6 Profile sub-resources). Methods: ASSUMPTION J10. */
export const deleteProfileListShare = endpoint(
  'DELETE',
  '/v3/profiles/{profile}/lists/{list}/shares/{share}',
  'profiles.lists.shares.destroy',
);

/** Reads the list that a share shows, without its profile (spec 4.6 Business). */
export const readListShareWithoutProfile = endpoint(
  'GET',
  '/v3/lists/shares/{handle}/no_profile',
  'lists.shares.no_profile',
  of<Data<SharedList>>,
);

/**
 * Takes a share: it is then among the lists of the profile that claimed it (spec 4.6 Incentives). Path:
 * ASSUMPTION G12.
 */
export const claimListShare = endpoint(
  'POST',
  '/v3/lists/shares/{handle}/claim',
  'lists.shares.claim',
  of<Data<Share>>,
);
