import {
  claimListShare,
  readListShare,
  readListShareWithoutProfile,
} from '../../../src/services/endpoints/index.ts';
import { claimShare, findShare, sharedView, shareView } from '../lists/shares.ts';
import { forbidden } from '../http/problem.ts';
import { route, toCustomers, type Route } from '../http/route.ts';

/** What whoever was given the handle of a share may do with it. Handles are not to be guessed. */
export const listShareRoutes: readonly Route[] = [
  toCustomers(
    route(readListShare, async (call) => ({
      data: await sharedView(call, await findShare(call.db, call.path.handle, call)),
    })),
  ),
  toCustomers(
    route(readListShareWithoutProfile, async (call) => ({
      data: await sharedView(call, await findShare(call.db, call.path.handle, call), { nameless: true }),
    })),
  ),
  toCustomers(
    route(claimListShare, async (call) => {
      if (call.profileId === undefined) throw forbidden('A share is taken by a profile: use its token.');
      const share = await claimShare(call, call.path.handle, call.profileId);
      call.note({ share: share.id });
      return { data: shareView(call, share) };
    }),
  ),
].map((made) => ({ ...made, guessable: true, model: 'list-share' }));
