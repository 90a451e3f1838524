import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { rowsLeft } from '../imports/rows.ts';
import { send } from '../jobs/boss.ts';
import { addRecord, editRecord, rowsWithin } from '../../crud/store.ts';
import { fromRow, tableOf } from '../../crud/tables.ts';
import { timestamp } from '../../api/formats.ts';
import type { SyncRow } from './adapter.ts';

/**
 * Rows of one connection are brought in one after the other, whichever jobs they are of: an order that fails for want of its
 * customer is there to be tried again when the customer is added.
 */
export const lockConnection = (work: Database, connectionId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`sync ${connectionId}`}, 0))`.execute(work);

/**
 * Notes that this version of a customer or order is being brought in. False where a newer one was: messages and files come
 * in any order. `work` is the transaction that writes the record, so both are there or neither.
 */
export async function isNewest(
  work: Database,
  connectionId: number,
  { model, externalId, changedAt }: SyncRow,
): Promise<boolean> {
  const { rows } = await sql`
    insert into sync_marks as mark (connection_id, model, external_id, changed_at)
    values (${connectionId}, ${model}, ${externalId}, ${changedAt}::timestamptz)
    on conflict (connection_id, model, external_id)
      do update set changed_at = excluded.changed_at, synced_at = now() where mark.changed_at <= excluded.changed_at
    returning connection_id`.execute(work);
  return rows.length > 0;
}

const table = tableOf('profile-connection');

/** The profile that a customer of a connected system is here. */
export async function profileOfCustomer(
  db: Database,
  connectionId: number,
  customerId: string,
): Promise<string | undefined> {
  const row = await rowsWithin(db, table, {})
    .where(
      sql<boolean>`fields @> jsonb_build_object('connection_id', ${connectionId}::bigint, 'external_id', ${customerId}::text)`,
    )
    .executeTakeFirst();
  return row?.profile_id ?? undefined;
}

/** Whose record it was: the mark goes with the profile, and the connection of a customer shows when it was brought in line. */
export async function recordSynced(
  work: Database,
  connectionId: number,
  { model, externalId }: SyncRow,
  profileId: string,
): Promise<void> {
  await sql`
    update sync_marks set profile_id = ${profileId}
    where connection_id = ${connectionId} and model = ${model} and external_id = ${externalId}`.execute(work);
  if (model !== 'profile') return;
  const synced = { status: 'synced', synced_at: timestamp(new Date()), external_id: externalId };
  const before = await rowsWithin(work, table, { profile_id: profileId })
    .where(sql<boolean>`(fields ->> 'connection_id')::bigint = ${connectionId}`)
    .executeTakeFirst();
  if (before) {
    await editRecord(work, table, before.id, synced);
    return;
  }
  await addRecord(work, table, { ...synced, connection_id: connectionId, profile_id: profileId });
  await tryLeftRows(work, connectionId);
}

/** Messages come in any order: what failed for want of this customer gets another job. */
async function tryLeftRows(work: Database, connectionId: number): Promise<void> {
  const imports = await rowsWithin(work, tableOf('import'), {})
    .where(
      sql<boolean>`fields @> jsonb_build_object('connection_id', ${connectionId}::bigint, 'status', 'done')`,
    )
    .where(sql<boolean>`exists (select from import_rows where import_id = records.id)`)
    .execute();
  for (const source of imports.map(fromRow)) {
    const { model, file_name, load, user_id } = source;
    const total = await rowsLeft(work, Number(source.id));
    const job = await addRecord(work, tableOf('import-job'), {
      import_id: source.id,
      status: 'queued',
      mapping: null,
      model,
      file_name,
      load,
      user_id,
      total,
      done: 0,
      changed: 0,
      failed: 0,
      failures: [],
    });
    await send(work, 'imports', { jobId: Number(job.id) });
  }
}
