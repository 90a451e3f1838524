import { sql, type RawBuilder } from 'kysely';
import type { Database, Row } from '../database/tables.ts';
import { addRecord } from '../crud/store.ts';
import { tableOf } from '../crud/tables.ts';

export interface HistoryEntry {
  readonly type: string;
  readonly status: string;
  readonly message?: string | null;
  readonly trigger_id?: number;
  readonly automation_id?: number;
  readonly action_id?: number;
  readonly webhook_id?: number;
  readonly target_id?: number;
  readonly event?: string;
  readonly event_id?: number;
  readonly delivery_id?: number;
  readonly attempts?: number;
  readonly run_id?: number;
  readonly profiles?: number;
  readonly profile_id?: string | null;
}

/** Stores an action that was run: `GET /v3/action-history` shows it (spec 4.6). */
export async function writeHistory(work: Database, entry: HistoryEntry): Promise<void> {
  await addRecord(work, tableOf('action-history'), { ...entry });
}

/** Seconds in which a false condition of one trigger or webhook is stored once: a condition is read at every event. */
const CONDITION_INTERVAL_S = 60;

/** Stores that an event did not match a condition, and why. */
export async function writeSkipped(
  work: Database,
  owner: Pick<HistoryEntry, 'trigger_id' | 'webhook_id'>,
  { id, trigger, profile_id }: Pick<Row<'events'>, 'id' | 'trigger' | 'profile_id'>,
  message: string,
): Promise<void> {
  const about = { type: 'condition', ...owner, event: trigger };
  const entry = { ...about, status: 'skipped', event_id: id, profile_id, message };
  await sql`${historyInsert(
    entry,
    sql`(select where not exists (
      select from records
      where resource = 'action-history' and created_at > now() - ${CONDITION_INTERVAL_S} * interval '1 second'
        and fields @> ${JSON.stringify(about)}::jsonb)) as one`,
  )}`.execute(work);
}

/**
 * The entry of a delivery: the first one is added, later ones replace it. Adds it for each row of `source`, as the parts `known` and
 * `history` of a larger statement.
 */
export const deliveryEntry = (
  entry: HistoryEntry & Required<Pick<HistoryEntry, 'delivery_id'>>,
  source: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
    known as (
      update records set fields = fields || ${JSON.stringify(fieldsOf(entry))}::jsonb, updated_at = now()
      where resource = 'action-history' and fields @> ${JSON.stringify({ delivery_id: entry.delivery_id })}::jsonb
        and exists (select from ${source})
      returning id
    ), history as (${historyInsert(entry, sql`${source} where not exists (select from known)`)})`;

/** An insert of the entry for each row of `source`, as part of a larger statement. */
export const historyInsert = (entry: HistoryEntry, source: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    insert into records (resource, profile_id, fields)
    select 'action-history', (select id from profiles where id = ${entry.profile_id ?? null}), ${JSON.stringify(fieldsOf(entry))}::jsonb
    from ${source}`;

/** The profile has a column. */
const fieldsOf = ({ profile_id: _, ...fields }: HistoryEntry) => fields;
