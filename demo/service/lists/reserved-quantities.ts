import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { conflict, invalid, notFound } from '../api/problem.ts';

export interface Quantities {
  readonly reserved: number;
  readonly purchased: number;
}

/** Reserved and bought quantities by the id of the item; cancelled reservations do not count. */
export async function quantitiesOf(
  db: Database,
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, Quantities>> {
  const { rows } = await sql<Quantities & { item: number }>`
    select split_part(parent, ':', 2)::bigint as item,
      coalesce(sum((fields ->> 'quantity')::integer) filter (where fields ->> 'status' = 'reserved'), 0)::integer as reserved,
      coalesce(sum((fields ->> 'quantity')::integer) filter (where fields ->> 'status' = 'purchased'), 0)::integer as purchased
    from records
    where resource = 'reservation' and parent = any(${itemIds.map((id) => `list-item:${id}`)}::text[])
    group by parent`.execute(db);
  return new Map(rows.map(({ item, ...quantities }) => [Number(item), quantities]));
}

/** An item, or all items of a list. */
export type ReservedPlace = { readonly itemId: number } | { readonly listId: number };

/** A query of the parents of the reservations there. */
export const parentsOf = (of: ReservedPlace) =>
  'itemId' in of
    ? sql`select ${`list-item:${of.itemId}`}::text`
    : sql`select 'list-item:' || id from list_items where list_id = ${of.listId}`;

/** Number and total quantity of the reservations of an item or of all items of a list. */
export async function reservedOf(
  db: Database,
  of: ReservedPlace,
): Promise<{ readonly reservations: number; readonly pieces: number }> {
  const { rows } = await sql<{ reservations: number; pieces: number }>`
    select count(*)::integer as reservations, coalesce(sum((fields ->> 'quantity')::integer), 0)::integer as pieces
    from records
    where resource = 'reservation' and parent in (${parentsOf(of)}) and fields ->> 'status' <> 'cancelled'`.execute(
    db,
  );
  return rows[0] ?? { reservations: 0, pieces: 0 };
}

const CONFIRM = 'confirm';

/** Throws 409 for a deletion that would delete reservations as well, unless the request confirms it by `confirm=true`. */
export async function confirmReserved(
  db: Database,
  url: URL,
  what: string,
  of: ReservedPlace,
): Promise<void> {
  if (url.searchParams.get(CONFIRM) === 'true') return;
  const { reservations, pieces } = await reservedOf(db, of);
  if (reservations === 0) return;
  const [one, piece] = [reservations === 1 ? '' : 's', pieces === 1 ? '' : 's'];
  throw conflict(
    `This ${what} has ${reservations} reservation${one} for ${pieces} piece${piece}. To delete it with them, send ${CONFIRM}=true.`,
  );
}

/** Throws 422 when the wanted quantity of an item becomes smaller than what givers reserved and bought. The item is locked. */
export async function checkWanted(work: Database, itemId: number, wanted: number): Promise<void> {
  const { pieces } = await reservedOf(work, { itemId });
  if (wanted < pieces)
    throw invalid({ quantity: [`${pieces} are reserved or bought already: not fewer can be wanted.`] });
}

/** Locks an item against other reservations of it. Throws 404 where it was deleted after it was looked up. */
export async function lockItem(work: Database, itemId: number): Promise<{ readonly quantity: number }> {
  const item = await work
    .selectFrom('list_items')
    .select('quantity')
    .where('id', '=', itemId)
    .forUpdate()
    .executeTakeFirst();
  if (!item) throw notFound();
  return item;
}

/**
 * Throws 422 for a reservation of more than the remaining quantity of an item. Locks the item: of two givers who reserve the last one
 * at the same time, one gets it.
 */
export async function checkLeft(
  work: Database,
  itemId: number,
  wanted: number,
  except: number | string = 0,
): Promise<void> {
  const { quantity } = await lockItem(work, itemId);
  const { rows } = await sql<{ reserved: number }>`
    select coalesce(sum((fields ->> 'quantity')::integer), 0)::integer as reserved from records
    where resource = 'reservation' and parent = ${`list-item:${itemId}`} and id <> ${except}
      and fields ->> 'status' <> 'cancelled'`.execute(work);
  const left = Math.max(0, quantity - (rows[0]?.reserved ?? 0));
  if (wanted > left)
    throw invalid({ quantity: [left ? `Only ${left} left to reserve.` : 'All are reserved already.'] });
}
