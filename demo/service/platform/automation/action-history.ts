import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database/tables.ts';
import { addRecord } from '../../crud/store.ts';
import { tableOf } from '../../crud/tables.ts';

export interface HistoryEntry {
  readonly type: string;
  readonly status: string;
  readonly message?: string | null;
  readonly trigger_id?: number;
  readonly automation_id?: number;
  readonly action_id?: number;
  readonly run_id?: number;
  readonly profiles?: number;
  readonly profile_id?: string | null;
}

/** Stores an action that was run: `GET /v3/action-history` shows it (spec 4.6). */
export async function writeHistory(work: Database, entry: HistoryEntry): Promise<void> {
  await addRecord(work, tableOf('action-history'), { ...entry });
}

/** An insert of the entry for each row of `source`, as part of a larger statement. */
export const historyInsert = (entry: HistoryEntry, source: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    insert into records (resource, fields) select 'action-history', ${JSON.stringify(entry)}::jsonb from ${source}`;
