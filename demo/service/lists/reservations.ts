import { sql } from 'kysely';
import type { Database, Row } from '../platform/database/tables.ts';
import { invalid, notFound } from '../api/problem.ts';
import type { KnownCall } from '../api/route.ts';
import { recordId } from '../api/views.ts';
import { hasClaimed } from './claims.ts';
import { findShare } from './shares.ts';

/** The query parameter that carries the handle of a share: the link that opens its items. */
export const SHARE = 'share';

/** An item by its id. Throws 404. */
export async function findItem(db: Database, itemId: string): Promise<Row<'list_items'>> {
  const item = await db
    .selectFrom('list_items')
    .selectAll()
    .where('id', '=', recordId(itemId) ?? 0)
    .executeTakeFirst();
  if (!item) throw notFound();
  return item;
}

/** An item that the link of the request leads to. Throws 404 for an item of another list. */
export async function itemOfLink(
  db: Database,
  itemId: string,
  asker: { readonly url: URL; readonly profileId: string | undefined },
): Promise<Row<'list_items'>> {
  const { list } = await findShare(db, asker.url.searchParams.get(SHARE) ?? '', asker);
  const item = await findItem(db, itemId);
  if (item.list_id !== list.id) throw notFound();
  return item;
}

/**
 * An item that the caller may reserve: of any list for users; for customers of their own lists, of those whose share they
 * claimed, and of the one that the link of the request leads to (G4). Throws 404.
 */
export async function itemInReach(call: KnownCall, itemId: string): Promise<Row<'list_items'>> {
  const { db, profileId, url } = call;
  if (url.searchParams.has(SHARE)) return await itemOfLink(db, itemId, call);
  const item = await findItem(db, itemId);
  if (profileId === undefined || item.profile_id === profileId) return item;
  if (await hasClaimed(db, { listId: item.list_id, profileId })) return item;
  // A customer who reserved by the link, without claiming the share, still reaches that reservation.
  const own = await db
    .selectFrom('records')
    .select('id')
    .where('resource', '=', 'reservation')
    .where('parent', '=', `list-item:${item.id}`)
    .where('profile_id', '=', profileId)
    .executeTakeFirst();
  if (!own) throw notFound();
  return item;
}

/**
 * Throws 422 where more would be reserved of an item than there is to give. The item is locked: of two who reserve the
 * last one at the same time, one gets it.
 */
export async function checkLeft(
  work: Database,
  itemId: number,
  wanted: number,
  except: number | string = 0,
): Promise<void> {
  const item = await work
    .selectFrom('list_items')
    .select('quantity')
    .where('id', '=', itemId)
    .forUpdate()
    .executeTakeFirst();
  // Removed since it was looked up.
  if (!item) throw notFound();
  const { rows } = await sql<{ reserved: number }>`
    select coalesce(sum((fields ->> 'quantity')::integer), 0)::integer as reserved from records
    where resource = 'reservation' and parent = ${`list-item:${itemId}`} and id <> ${except}
      and fields ->> 'status' <> 'cancelled'`.execute(work);
  const left = Math.max(0, item.quantity - (rows[0]?.reserved ?? 0));
  if (wanted > left)
    throw invalid({ quantity: [left ? `Only ${left} left to reserve.` : 'All are reserved already.'] });
}
