import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { shareShape, type Share, type SharedList } from '../../../src/services/contract/shapes/list.ts';
import type { Customer } from '../platform/auth/principal.ts';
import type { Database, Row } from '../platform/database/tables.ts';
import { conflict, notFound } from '../api/problem.ts';
import type { Call, KnownCall } from '../api/route.ts';
import { viewOf } from '../crud/fields.ts';
import type { ViewContext } from '../crud/resource.ts';
import { rowsWithin } from '../crud/store.ts';
import { fromRow, tableOf, type Stored } from '../crud/tables.ts';
import { addClaim, claimantsOf } from './claims.ts';
import { itemViews } from './items.ts';
import { listView } from './views.ts';

export const shareTable = tableOf('list-share');

/** 192 random bits: who has the handle was given it. */
const HANDLE_BYTES = 24;
const HANDLE = /^[\w-]{32}$/;
export const newHandle = (): string => randomBytes(HANDLE_BYTES).toString('base64url');

/**
 * Who asks with a link and without a token, which the interface asks for everywhere else: ASSUMPTION J24, and the setting
 * `lists.shares_need_token` takes it back. Shown and allowed what a customer without any record is.
 */
export const GUEST: Customer = { kind: 'customer', tokenId: 0, profileId: '', userId: null, scopes: [] };

export interface Found {
  readonly share: Stored;
  readonly list: Row<'lists'>;
}

/**
 * The share with a handle and its list. Throws 404 for none, for one that has ended, and, with the same answer, for one
 * that others claimed as often as it allows. `profileId` is undefined for users.
 */
export async function findShare(
  db: Database,
  handle: string,
  asker: { readonly profileId: string | undefined; readonly lock?: boolean },
): Promise<Found> {
  if (!HANDLE.test(handle)) throw notFound();
  const row = await rowsWithin(db, shareTable, {})
    .where(sql<boolean>`fields ->> 'handle' = ${handle}`)
    .$if(asker.lock ?? false, (query) => query.forUpdate())
    .executeTakeFirst();
  const share = row && fromRow(row);
  if (!share || isOver(share)) throw notFound();
  const list = await db.selectFrom('lists').selectAll().where('id', '=', listIdOf(share)).executeTakeFirst();
  if (!list) throw notFound();
  const { profileId } = asker;
  if (profileId === undefined || profileId === list.profile_id || share['is_public'] === true)
    return { share, list };
  const claimants = (await claimantsOf(db, [share])).get(share.id) ?? [];
  if (isFull(share, claimants) && !claimants.includes(profileId)) throw notFound();
  return { share, list };
}

const isOver = (share: Stored): boolean =>
  typeof share['expires_at'] === 'string' && Date.parse(share['expires_at']) <= Date.now();

const isFull = ({ max_claims: max }: Stored, claimants: readonly string[]): boolean =>
  typeof max === 'number' && claimants.length >= max;

export const listIdOf = ({ parent }: Stored): number => Number(String(parent).split(':')[1]);

/** Shares with how many profiles claimed them, and which one the asker may know of. */
export async function withClaims(
  { db, principal }: ViewContext,
  shares: readonly Stored[],
): Promise<Stored[]> {
  if (shares.length === 0) return [];
  const claimants = await claimantsOf(db, shares);
  return shares.map((share) => {
    const profiles = claimants.get(share.id) ?? [];
    const asker = principal.kind === 'customer' ? principal.profileId : undefined;
    const seesFirst = asker === undefined || asker === share['profile_id'];
    const claimedBy = profiles.find((profile) => seesFirst || profile === asker) ?? null;
    return { ...share, claims: profiles.length, claimed_by: claimedBy };
  });
}

/** A share as the asker may see it. */
export async function shareView(viewing: ViewContext, found: Stored): Promise<Share> {
  const [share = found] = await withClaims(viewing, [found]);
  return viewOf(shareShape, share, viewing.principal, { list_id: listIdOf }) as Share;
}

type Showing = ViewContext & Pick<Call, 'shopOrigin'>;

/** The list that a share shows, with its items: customers see its owner's first name, with `nameless` not even that. */
export async function sharedView(
  call: Showing,
  { share, list }: Found,
  { nameless = false } = {},
): Promise<SharedList> {
  const { db, principal } = call;
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
    profile_id: nameless || principal.kind === 'customer' ? null : list.profile_id,
    owner_name: nameless ? null : owner.first_name,
    items: await itemViews(call, items),
    share: await shareView(nameless ? { db, principal: GUEST } : call, share),
  };
}

/** Takes a share for a profile. Throws 409 for one that is taken, and for one's own list; taking it twice is taking it. */
export async function claimShare(call: KnownCall, handle: string, profileId: string): Promise<Stored> {
  const { share, list } = await findShare(call.db, handle, { profileId, lock: true });
  if (list.profile_id === profileId) throw conflict('This list is yours already.');
  const claimants = (await claimantsOf(call.db, [share])).get(share.id) ?? [];
  if (claimants.includes(profileId)) return share;
  if (isFull(share, claimants)) throw conflict('This share is taken as often as it may be.');
  await addClaim(call.db, share, profileId);
  return share;
}
