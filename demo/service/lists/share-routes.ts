import {
  claimListShare,
  readListShare,
  readListShareWithoutProfile,
} from '../../../src/services/contract/endpoints/index.ts';
import { claimShare, findShare, GUEST, sharedView, shareView } from './shares.ts';
import { forbidden } from '../api/problem.ts';
import { byLink, route, toCustomers, type Route } from '../api/route.ts';

/** What the handle of a share opens. Handles are not to be guessed. */
export const listShareRoutes: readonly Route[] = [
  toCustomers(
    route(readListShare, async (call) => ({
      data: await sharedView(call, await findShare(call.db, call.path.handle, call)),
    })),
  ),
  {
    ...toCustomers(
      route(readListShareWithoutProfile, async (call) => ({
        data: await sharedView(call, await findShare(call.db, call.path.handle, call), { nameless: true }),
      })),
    ),
    ...byLink(
      readListShareWithoutProfile,
      () => true,
      async (call) => {
        const asGuest = { ...call, principal: GUEST };
        return {
          data: await sharedView(asGuest, await findShare(call.db, call.path.handle, GUEST), {
            nameless: true,
          }),
        };
      },
    ),
  },
  toCustomers(
    route(claimListShare, async (call) => {
      if (call.profileId === undefined) throw forbidden('A share is taken by a profile: use its token.');
      const share = await claimShare(call, call.path.handle, call.profileId);
      call.note({ share: share.id });
      return { data: await shareView(call, share) };
    }),
  ),
].map((made) => ({ ...made, guessable: true, model: 'list-share' }));
