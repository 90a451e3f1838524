import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import {
  claimListShare,
  deleteProfileListShare,
  readListShare,
  readListShareWithoutProfile,
} from '../../../src/services/contract/endpoints/index.ts';
import { shareShape, type Share, type SharedList } from '../../../src/services/contract/lists.ts';
import type { Customer } from '../auth/principal.ts';
import type { Database, Row } from '../database/tables.ts';
import { conflict, forbidden, invalid, notFound, Problem } from '../api/problem.ts';
import { byLink, route, toCustomers, type Call, type KnownCall, type Route } from '../api/route.ts';
import { viewOf } from '../crud/fields.ts';
import { parentAttribute } from '../crud/fields.ts';
import { defineResource, type ViewContext } from '../crud/resource.ts';
import { findRecord, removeParts, removeRecord, rowsWithin } from '../crud/store.ts';
import { firstNames, leaveList, nameOfClaimant, sharesOfEditor } from './editors.ts';
import { lockDay } from './hidden-names.ts';
import { itemViews } from './item-views.ts';
import { definitionOf, findList, listView } from './list-rows.ts';
import { addClaim, claimantsOf, claimAttributes } from './share-claims.ts';
import { fromRow, tableOf, type Stored, type Values } from '../crud/tables.ts';

type StoredShare = Stored<typeof shareShape, 'list-share'>;

export const shareTable = tableOf('list-share', shareShape);

/** 192 random bits: the handle cannot be guessed, so it is the permission to open the list. */
const HANDLE_BYTES = 24;
const HANDLE = /^[\w-]{32}$/;
export const newHandle = (): string => randomBytes(HANDLE_BYTES).toString('base64url');

/**
 * The principal of a request with a link and without a token, which the interface requires everywhere else; the setting
 * `lists.shares_need_token` refuses such requests. It has the rights of a customer without any record.
 */
export const GUEST: Customer = { kind: 'customer', tokenId: 0, profileId: '', userId: null, scopes: [] };

const listOf = ({ db, profileId = '', path }: KnownCall) => findList(db, profileId, path['list'] ?? '');

/** The shares of a profile's list, which its owner adds, changes and deletes. */
export const shareResource = defineResource({
  id: 'profiles.lists.shares',
  model: 'list-share',
  shape: shareShape,
  customers: 'write',
  without: ['remove'],
  defaults: { role: 'viewer', is_public: false },
  partOf: async (call) => `list:${(await listOf(call)).id}`,
  computed: { list_id: listIdOf },
  attributes: new Map([
    ...parentAttribute('list_id'),
    ...claimAttributes,
    ['claimed_by_name', nameOfClaimant],
  ]),
  withRelated: withClaims,
  adding: async (call, values) => {
    const list = await listOf(call);
    await lockDay(call.db, list.id);
    const definition = await definitionOf(call.db, list);
    if (definition?.is_shareable === false) throw invalid({ list: ['This type of list can’t be shared.'] });
    return { ...values, handle: newHandle() };
  },
});

/** What the handle of a share opens. Failed lookups are limited, so that handles cannot be guessed. */
export const shareRoutes: readonly Route[] = [
  toCustomers(
    route(readListShare, async (call) => ({
      data: await sharedView(
        call,
        await findShare(call.db, call.path.handle, { profileId: call.profileId, isTold: true }),
      ),
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
      async (call) => ({
        data: await sharedView(
          { ...call, principal: GUEST },
          await findShare(call.db, call.path.handle, GUEST),
          { nameless: true },
        ),
      }),
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
].map((answered): Route => ({ ...answered, limitsFailedLookups: true, model: 'list-share' }));

/** Deletes a share for its owner, with what it gives to those who claimed it. An editor deletes the own claims only. */
export const shareRemoval: Route = {
  ...toCustomers(
    route(deleteProfileListShare, async (call) => {
      const { db, profileId, path } = call;
      const list = await findList(db, profileId, path.list, 'editor');
      const share = await findRecord(db, shareTable, { parent: `list:${list.id}` }, path.share, {
        lock: 'update',
      });
      if (list.profile_id === profileId) {
        call.note({ changes: { was: await shareView(call, share) } });
        await removeParts(db, `list-share:${share.id}`);
        await removeRecord(db, shareTable, share.id);
        return undefined;
      }
      const own = await sharesOfEditor(db, profileId, [list.id]);
      if (own.get(list.id) !== share.id) throw notFound();
      await leaveList(db, list, profileId);
      call.note({ share: share.id });
      return undefined;
    }),
  ),
  model: 'list-share',
};

interface Found {
  readonly share: StoredShare;
  readonly list: Row<'lists'>;
}

/**
 * The share with a handle and its list. Throws the same 404 for an unknown share, for one that has ended, and for one that others claimed
 * as often as it allows. With `isTold` a profile that has an invitation to edit learns which: 410 or 409. `profileId` is undefined for users.
 */
export async function findShare(
  db: Database,
  handle: string,
  asker: {
    readonly profileId: string | undefined;
    readonly lock?: boolean;
    readonly isTold?: boolean;
  },
): Promise<Found> {
  if (!HANDLE.test(handle)) throw notFound();
  const row = await rowsWithin(db, shareTable, {})
    .where(sql<boolean>`fields ->> 'handle' = ${handle}`)
    .$if(asker.lock ?? false, (query) => query.forUpdate())
    .executeTakeFirst();
  const share = row && fromRow(row);
  if (!share) throw notFound();
  const isInvitation = asker.isTold === true && share.role === 'editor' && !!asker.profileId;
  const ended = () => (isInvitation ? new Problem(410, 'This invitation has ended.') : notFound());
  if (isOver(share.expires_at)) throw ended();
  const list = await db.selectFrom('lists').selectAll().where('id', '=', listIdOf(share)).executeTakeFirst();
  if (!list) throw notFound();
  const { profileId } = asker;
  if (profileId === undefined || profileId === list.profile_id) return { share, list };
  const claimants = (await claimantsOf(db, [share])).get(share.id) ?? [];
  if (claimants.includes(profileId)) return { share, list };
  if (isOver(share.claimable_until)) throw ended();
  if (share.is_public === true || !isFull(share, claimants)) return { share, list };
  throw isInvitation ? isTaken() : notFound();
}

const isTaken = () => conflict('This share is taken as often as it may be.');

const isOver = (end: unknown): boolean => typeof end === 'string' && Date.parse(end) <= Date.now();

const isFull = ({ max_claims: max }: StoredShare, claimants: readonly string[]): boolean =>
  typeof max === 'number' && claimants.length >= max;

function listIdOf({ parent }: Readonly<Values>): number {
  return Number(String(parent).split(':')[1]);
}

/** Shares with the number of their claims and, of the profiles that claimed them, one that the principal may know, for others with its name. */
async function withClaims(
  { db, principal }: ViewContext,
  shares: readonly StoredShare[],
): Promise<StoredShare[]> {
  if (shares.length === 0) return [];
  const claimants = await claimantsOf(db, shares);
  const customerId = principal.kind === 'customer' ? principal.profileId : undefined;
  const seesFirst = (share: StoredShare) => customerId === undefined || customerId === share.profile_id;
  const names = await firstNames(
    db,
    shares.filter(seesFirst).map(({ id }) => claimants.get(id)?.[0]),
  );
  return shares.map((share) => {
    const profiles = claimants.get(share.id) ?? [];
    const isFirst = seesFirst(share);
    const claimedBy = profiles.find((profile) => isFirst || profile === customerId) ?? null;
    return {
      ...share,
      claims: profiles.length,
      claimed_by: claimedBy,
      claimed_by_name: (isFirst && names.get(claimedBy ?? '')) || null,
    };
  });
}

/** A share with the fields that the principal may see. */
async function shareView(viewing: ViewContext, found: StoredShare): Promise<Share> {
  const [share = found] = await withClaims(viewing, [found]);
  return viewOf(shareShape, share, viewing.principal, { list_id: listIdOf });
}

/** The list of a share with its items. Customers get only the owner's first name, or no name with `nameless`. */
async function sharedView(
  call: ViewContext & Pick<Call, 'shopOrigin'>,
  { share, list }: Found,
  { nameless = false } = {},
): Promise<SharedList> {
  const { db, principal } = call;
  const knowsOwner = principal.kind !== 'customer' || principal.profileId === list.profile_id;
  const [items, owner] = await Promise.all([
    db
      .selectFrom('list_items')
      .selectAll()
      .where('list_id', '=', list.id)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
    db
      .selectFrom('profiles')
      .select('first_name')
      .where('id', '=', list.profile_id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
  ]);
  if (!owner) throw notFound();
  return {
    ...(await listView(call, list)),
    profile_id: nameless || !knowsOwner ? null : list.profile_id,
    owner_name: nameless ? null : owner.first_name,
    items: await itemViews(call, items),
    share: await shareView(nameless ? { db, principal: GUEST } : call, share),
  };
}

/** Claims a share for a profile; a second claim changes nothing. Throws 409 for a full share and for the profile's own list, 410 for an invitation that has ended. */
async function claimShare(call: KnownCall, handle: string, profileId: string): Promise<StoredShare> {
  const { share, list } = await findShare(call.db, handle, {
    profileId,
    lock: true,
    isTold: true,
  });
  if (list.profile_id === profileId) throw conflict('This list is yours already.');
  const claimants = (await claimantsOf(call.db, [share])).get(share.id) ?? [];
  if (claimants.includes(profileId)) return share;
  if (isFull(share, claimants)) throw isTaken();
  await addClaim(call.db, share, profileId);
  return share;
}
