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

/** Writes down an action that was run: `GET /v3/action-history` shows it (spec 4.6). */
export async function writeHistory(work: Database, past: HistoryEntry): Promise<void> {
  await addRecord(work, tableOf('action-history'), { ...past });
}

/** The same once for each row of `source`, as a part of a statement that does more. */
export const historyInsert = (past: HistoryEntry, source: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    insert into records (resource, fields) select 'action-history', ${JSON.stringify(past)}::jsonb from ${source}`;
