import { sql } from 'kysely';
import type { Database, Row } from '../database/tables.ts';
import { invalid, notFound } from '../http/problem.ts';
import type { KnownCall } from '../http/route.ts';
import { recordId } from '../views.ts';
import { shareTable } from './shares.ts';

/**
 * An item that the caller may reserve: of any list for users; for customers of their own lists, and of those whose share
 * they took (G4). Throws 404.
 */
export async function itemInReach(call: KnownCall, itemId: string): Promise<Row<'list_items'>> {
  const { db, profileId } = call;
  const item = await db
    .selectFrom('list_items')
    .selectAll()
    .where('id', '=', recordId(itemId) ?? 0)
    .executeTakeFirst();
  if (!item) throw notFound();
  if (profileId === undefined || item.profile_id === profileId) return item;
  const taken = await db
    .selectFrom('records')
    .select('id')
    .where('resource', '=', shareTable.fixed['resource'] ?? '')
    .where('parent', '=', `list:${item.list_id}`)
    .where(sql<boolean>`fields @> jsonb_build_object('claimed_by', ${profileId}::text)`)
    .where(sql<boolean>`coalesce((fields ->> 'expires_at')::timestamptz > now(), true)`)
    .executeTakeFirst();
  if (!taken) throw notFound();
  return item;
}

/** Whether the customer sees only what they reserved themselves: everybody's is for users, and for whose list it is. */
export const seesOwnOnly = ({ profileId }: KnownCall, item: Row<'list_items'>): boolean =>
  profileId !== undefined && item.profile_id !== profileId;

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
  const { quantity } = await work
    .selectFrom('list_items')
    .select('quantity')
    .where('id', '=', itemId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ reserved: number }>`
    select coalesce(sum((fields ->> 'quantity')::integer), 0)::integer as reserved from records
    where resource = 'reservation' and parent = ${`list-item:${itemId}`} and id <> ${except}
      and fields ->> 'status' <> 'cancelled'`.execute(work);
  const left = Math.max(0, quantity - (rows[0]?.reserved ?? 0));
  if (wanted > left)
    throw invalid({ quantity: [left ? `Only ${left} left to reserve.` : 'All are reserved already.'] });
}
