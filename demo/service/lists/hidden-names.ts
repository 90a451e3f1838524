import { sql } from 'kysely';
import type { Database, Row } from '../database/tables.ts';
import { recordId } from '../api/formats.ts';
import { parentsOf } from './reserved-quantities.ts';

// A giver reads on the page of the list until which day its owner does not see who reserved; on a list without a day, that the owner does
// not see it. The page may be older than the list. So once a list was shared, names stay hidden until the latest of the days that it
// had, and for good if it had none: whatever a page said is still true: ASSUMPTION.

/** How a list that never names its givers stores the time: PostgreSQL reads it as a time after all others. */
const NEVER = 'infinity';

interface Dates {
  readonly event_at?: unknown;
  readonly names_hidden_until?: unknown;
}

const timeOf = (text: unknown): number =>
  typeof text === 'string' && text !== NEVER ? Date.parse(text) : Number.POSITIVE_INFINITY;

/** Milliseconds since 1970 until which a list does not name its givers, by the days that it has had. */
const hiddenUntil = ({ event_at: day, names_hidden_until: latest }: Dates): number =>
  latest === undefined ? timeOf(day) : Math.max(timeOf(latest), timeOf(day));

/**
 * What a list stores when its day changes. The list is locked: a share or a reservation is added before the change or after it.
 */
export async function namesHiddenUntil(
  db: Database,
  list: { readonly id: number } & Dates,
  changed: Dates,
): Promise<string> {
  const [before, after] = [hiddenUntil(list), timeOf(changed.event_at)];
  return timestampOf((await wasShown(db, list.id)) ? Math.max(before, after) : after);
}

/** What a list stores after another one was merged into it: it has the reservations of both. */
export const mergedHiddenUntil = (into: Row<'lists'>, list: Row<'lists'>): string =>
  timestampOf(Math.max(hiddenUntil(into.fields), hiddenUntil(list.fields)));

const timestampOf = (time: number): string => (Number.isFinite(time) ? new Date(time).toISOString() : NEVER);

/** Whether a giver may have seen a list: it has a share, expired or not, or a reservation, cancelled or not. */
export async function wasShown(db: Database, listId: number): Promise<boolean> {
  const { rows } = await sql`
    select from records where resource = 'list-share' and parent = ${`list:${listId}`}
    union all
    select from records where resource = 'reservation' and parent in (${parentsOf({ listId })}) limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/**
 * Locks the day of a list while it gets a share or a reservation: a change of the day, which locks the row too, is made before that, or
 * knows of it.
 */
export async function lockDay(work: Database, listId: number): Promise<void> {
  await work.selectFrom('lists').select('id').where('id', '=', listId).forShare().execute();
}

/** The same by the id of an item. */
export async function lockDayOfItem(work: Database, itemId: string): Promise<void> {
  const item = await work
    .selectFrom('list_items')
    .select('list_id')
    .where('id', '=', recordId(itemId) ?? 0)
    .executeTakeFirst();
  if (item) await lockDay(work, item.list_id);
}
