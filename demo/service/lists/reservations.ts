import { recordId } from '../api/formats.ts';
import { sql, type RawBuilder } from 'kysely';
import { reservationShape } from '../../../src/services/contract/lists.ts';
import type { Database, Row } from '../database/tables.ts';
import { publish } from '../events/publish.ts';
import { invalid, notFound } from '../api/problem.ts';
import type { KnownCall } from '../api/route.ts';
import { viewOf } from '../crud/fields.ts';
import type { ViewContext } from '../crud/resource.ts';
import { parentsOf, type ReservedPlace } from './reserved-quantities.ts';
import { hasClaimed, hasOpenShare } from './share-claims.ts';
import { findShare, GUEST } from './shares.ts';
import { fromRow, tableOf } from '../crud/tables.ts';
import { rowsWithin } from '../crud/store.ts';

export const reservationTable = tableOf('reservation', reservationShape);

/** The query parameter with the handle of a share: the link that opens the items of its list. */
export const SHARE = 'share';

/** An item by its id. Throws 404. */
async function findItem(db: Database, itemId: string): Promise<Row<'list_items'>> {
  const item = await db
    .selectFrom('list_items')
    .selectAll()
    .where('id', '=', recordId(itemId) ?? 0)
    .executeTakeFirst();
  if (!item) throw notFound();
  return item;
}

/** An item of the list that the link of the request opens. Throws 404 for an item of another list. */
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
 * An item that the caller may reserve: for users of any list; for customers of their own lists, of lists whose share they claimed, and
 * of the list that the link of the request opens. Throws 404.
 */
export async function reservableItem(call: KnownCall, itemId: string): Promise<Row<'list_items'>> {
  const { db, profileId, url } = call;
  if (url.searchParams.has(SHARE)) return await itemOfLink(db, itemId, call);
  const item = await findItem(db, itemId);
  if (profileId === undefined || item.profile_id === profileId) return item;
  if (await hasClaimed(db, { listId: item.list_id, profileId })) return item;
  throw notFound();
}

/**
 * An item whose reservations the caller may read and change: one that they may reserve, and one that they reserved before, by a link that
 * they did not claim or that has ended. Throws 404.
 */
export async function reservedItem(call: KnownCall, itemId: string): Promise<Row<'list_items'>> {
  const { db, profileId, url } = call;
  if (profileId === undefined || url.searchParams.has(SHARE)) return await reservableItem(call, itemId);
  const item = await findItem(db, itemId);
  if (item.profile_id === profileId || (await hasClaimed(db, { listId: item.list_id, profileId })))
    return item;
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

interface ReservedState {
  readonly status?: unknown;
  readonly quantity?: unknown;
}

const activeQuantity = ({ status, quantity }: ReservedState): number =>
  status === 'cancelled' ? 0 : Number(quantity);

/**
 * Throws 422 for a giver who changes a reservation to more pieces after the owner ended every link to the list, or after all have expired:
 * then givers read and undo their own reservations, and reserve nothing new. Users and the owner may.
 */
export async function checkStillOpen(
  db: Database,
  itemId: number,
  giver: { readonly profileId: string | undefined },
  { before, after }: { readonly before: ReservedState; readonly after: ReservedState },
): Promise<void> {
  if (activeQuantity(after) <= activeQuantity(before)) return;
  const item = await findItem(db, String(itemId));
  if (item.profile_id === giver.profileId || (await hasOpenShare(db, item.list_id))) return;
  throw invalid({
    quantity: ['The list is no longer shared: a reservation can be made smaller or cancelled.'],
  });
}

/**
 * The reservations of an item that a customer may read: their own ones and, for the owner of the list from its day (`event_at`) on, all of
 * them. Never before a day that givers were shown, see `namesHiddenUntil`.
 */
export const namedTo = (profileId: string, itemId: string) =>
  sql<boolean>`(profile_id = ${profileId} or ${readsNames(profileId, sql`item.id = ${recordId(itemId) ?? 0}`)})`;

/** Whether a profile owns the list of one of these items, and its names are shown. */
const readsNames = (profileId: string, items: RawBuilder<boolean>) => {
  const now = new Date();
  return sql<boolean>`exists (
    select from list_items as item join lists on lists.id = item.list_id
    where ${items} and lists.profile_id = ${profileId}
      and (lists.fields ->> 'event_at')::timestamptz <= ${now}
      and coalesce((lists.fields ->> 'names_hidden_until')::timestamptz <= ${now}, true))`;
};

interface Thanking {
  readonly is_thanked?: unknown;
}

/**
 * What a request says of a reservation, without a null about thanks from those who read null there: they send back what they have read.
 * Throws 422 where others than users, and the owner to whom the names are shown, say whether the giver was thanked.
 */
export async function checkThanks<Values extends Thanking>(
  { db, profileId }: { readonly db: Database; readonly profileId: string | undefined },
  itemId: number,
  values: Values,
): Promise<Values> {
  if (values.is_thanked === undefined || profileId === undefined) return values;
  const { rows } = await sql<{ may: boolean }>`
    select ${readsNames(profileId, sql`item.id = ${itemId}`)} as may`.execute(db);
  if (rows[0]?.may) return values;
  const { is_thanked: isThanked, ...others } = values;
  if (isThanked === null) return others as Values;
  throw invalid({
    is_thanked: ['Only the owner of the list says who was thanked, from the day on which names are shown.'],
  });
}

/**
 * Reservations as customers may see them: whom the owner has thanked is known to the owner, from the day on which names are shown:
 * ASSUMPTION.
 */
export async function withoutThanks<Record extends ReservationRecord & Thanking>(
  { db, principal }: ViewContext,
  records: readonly Record[],
): Promise<readonly Record[]> {
  if (principal.kind !== 'customer') return records;
  const items = records.filter((one) => typeof one.is_thanked === 'boolean').map(itemIdOf);
  if (items.length === 0) return records;
  const { rows } = await sql<{ id: number }>`
    select id from list_items where id in (${sql.join(items)})
      and ${readsNames(principal.profileId, sql`item.id = list_items.id`)}`.execute(db);
  const known = new Set(rows.map(({ id }) => id));
  return records.map((one) => (known.has(itemIdOf(one)) ? one : { ...one, is_thanked: null }));
}

export const itemIdOf = ({ parent }: { readonly parent?: unknown }): number =>
  Number(String(parent).split(':')[1]);

interface ReservationRecord {
  readonly parent?: string | null | undefined;
  readonly profile_id?: string | null | undefined;
}

/** A reservation in the payload of an event: without its secret. */
const payloadOf = (record: ReservationRecord) => {
  const {
    secret: _,
    is_thanked: __,
    ...payload
  } = viewOf(reservationShape, record, GUEST, {
    item_id: itemIdOf,
  });
  return payload;
};

/** Publishes an event of a reservation, for changes that no route with a token publishes. */
export async function publishReservation(
  work: Database,
  trigger: 'reservation.created' | 'reservation.cancelled',
  record: ReservationRecord,
): Promise<void> {
  const profileId = record.profile_id ?? null;
  await publish(work, { trigger, namespace: 'loyalty', profileId, payload: payloadOf(record) });
}

/** Publishes the cancellation of every reservation that is deleted with an item or a list. */
export async function cancelReservations(work: Database, of: ReservedPlace): Promise<void> {
  const rows = await rowsWithin(work, reservationTable, {})
    .where(sql<boolean>`parent in (${parentsOf(of)})`)
    .orderBy('id')
    .execute();
  for (const row of rows.map(fromRow))
    if (row.status !== 'cancelled') await publishReservation(work, 'reservation.cancelled', row);
}
