import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { shareShape, type Share, type SharedList } from '../../../src/services/shapes/list.ts';
import type { Database, Row } from '../database/tables.ts';
import { conflict, notFound } from '../http/problem.ts';
import type { KnownCall } from '../http/route.ts';
import { viewOf } from '../records/fields.ts';
import { editRecord, rowsWithin } from '../records/store.ts';
import { join, recordsTable, type Stored } from '../records/table.ts';
import { itemViews } from './items.ts';
import { listView } from './views.ts';

export const shareTable = recordsTable('list-share');

/** 192 random bits: who has the handle was given it. */
const HANDLE_BYTES = 24;
const HANDLE = /^[\w-]{32}$/;
export const newHandle = (): string => randomBytes(HANDLE_BYTES).toString('base64url');

interface Found {
  readonly share: Stored;
  readonly list: Row<'lists'>;
}

/**
 * The share with a handle and its list. Throws 404 for none, for one whose time is over, and, so that nobody can tell
 * the difference, for one that somebody took for themselves.
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
  const share = row && join(row);
  if (!share || isOver(share)) throw notFound();
  const listId = Number(String(share['parent']).split(':')[1]);
  const list = await db.selectFrom('lists').selectAll().where('id', '=', listId).executeTakeFirst();
  if (!list) throw notFound();
  const { profileId } = asker;
  const taken = share['claimed_by'] ?? null;
  const isTheirs = profileId === undefined || profileId === list.profile_id || profileId === taken;
  if (taken !== null && share['is_public'] !== true && !isTheirs) throw notFound();
  return { share, list };
}

const isOver = (share: Stored): boolean =>
  typeof share['expires_at'] === 'string' && Date.parse(share['expires_at']) <= Date.now();

/** A share as the asker may see it: which profile took it is for users, the owner and that profile. */
export function shareView({ principal, profileId }: KnownCall, share: Stored): Share {
  const view = viewOf(shareShape, share, principal, {
    list_id: ({ parent }) => Number(String(parent).split(':')[1]),
    claimed_by: ({ claimed_by, profile_id }) =>
      [undefined, claimed_by, profile_id].includes(profileId) ? claimed_by : null,
  });
  return view as Share;
}

/** The list that a share shows, with its items: whose it is, customers are told by name, and with `nameless` not at all. */
export async function sharedView(
  call: KnownCall & { readonly shopOrigin: string | undefined },
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
    share: shareView(nameless ? { ...call, profileId: '' } : call, share),
  };
}

/** Takes a share for a profile. Throws 409 for one that is taken, and for one's own list; taking it twice is taking it. */
export async function claimShare(call: KnownCall, handle: string, profileId: string): Promise<Stored> {
  const { share, list } = await findShare(call.db, handle, { profileId, lock: true });
  const taken = share['claimed_by'] ?? null;
  if (list.profile_id === profileId) throw conflict('This list is yours already.');
  if (taken === profileId) return share;
  if (taken !== null) throw conflict('This share is taken already.');
  return editRecord(call.db, shareTable, share.id, { claimed_by: profileId });
}
