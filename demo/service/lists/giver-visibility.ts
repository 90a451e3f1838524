import type { Database, Row } from '../platform/database/tables.ts';
import { invalid } from '../api/problem.ts';
import type { KnownCall } from '../api/route.ts';
import type { Values, Stored } from '../crud/tables.ts';
import { settingOf } from '../tenant-settings.ts';
import { reservedOf } from './quantities.ts';

/**
 * Whether the caller sees their own reservations alone. Users see everybody's; the owner of the list does from its day on
 * (`event_at`), and never while it has none. ASSUMPTION G58; the setting `lists.owner_sees_givers` shows them at once.
 */
export async function seesOwnOnly({ db, profileId }: KnownCall, item: Row<'list_items'>): Promise<boolean> {
  if (profileId === undefined) return false;
  if (item.profile_id !== profileId || (await settingOf(db, 'lists.owner_sees_givers')) === true)
    return item.profile_id !== profileId;
  const list = await db
    .selectFrom('lists')
    .select('fields')
    .where('id', '=', item.list_id)
    .executeTakeFirstOrThrow();
  return !(dayOf(list.fields) <= Date.now());
}

/** NaN where a list has no day. */
const dayOf = (fields: Readonly<Record<string, unknown>>): number =>
  typeof fields['event_at'] === 'string' ? Date.parse(fields['event_at']) : Number.NaN;

/**
 * Refuses a customer's change that would show who reserved sooner: with reservations on the list, its day moves to a later
 * one only, and a first day is one to come.
 */
export async function checkDay(db: Database, list: Stored, values: Values): Promise<void> {
  if (typeof values['event_at'] !== 'string') return;
  const after = dayOf(values);
  const earliest = Number.isNaN(dayOf(list)) ? Date.now() : dayOf(list);
  if (after >= earliest || (await reservedOf(db, { listId: Number(list.id) })).reservations === 0) return;
  throw invalid({
    event_at: [
      'Somebody reserved an item already: the day can be moved to a later one, not to an earlier one.',
    ],
  });
}
