import { sql } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { rowsLeft } from '../../imports/rows.ts';
import { send } from '../../jobs/boss.ts';
import { addRecord, editRecord, rowsWithin } from '../../crud/store.ts';
import { fromRow, tableOf } from '../../crud/tables.ts';
import { timestamp } from '../../api/formats.ts';
import type { SyncRow } from './adapter.ts';

/**
 * Makes the rows of a connection run one after the other, also those of different jobs. So an order that fails because its customer
 * is missing is stored before the customer is added, and retried then.
 */
export const lockConnection = (work: Database, connectionId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`sync ${connectionId}`}, 0))`.execute(work);

/** The version of a row, compared with the imported one. */
export type Version = 'newer' | 'same' | 'older';

/**
 * Stores the version of a customer or order that is imported, unless a newer one was: messages and files come in any order. `work` is the
 * transaction that writes the record, under the lock of the connection.
 */
export async function storeVersion(
  work: Database,
  connectionId: number,
  { model, externalId, changedAt }: SyncRow,
): Promise<Version> {
  const { rows } = await sql<{ version: Version }>`
    select case
        when changed_at < ${changedAt}::timestamptz then 'newer'
        when changed_at = ${changedAt}::timestamptz then 'same'
        else 'older'
      end as version
    from sync_marks where connection_id = ${connectionId} and model = ${model} and external_id = ${externalId}`.execute(
    work,
  );
  const version = rows[0]?.version ?? 'newer';
  if (version !== 'older')
    await sql`
      insert into sync_marks as mark (connection_id, model, external_id, changed_at)
      values (${connectionId}, ${model}, ${externalId}, ${changedAt}::timestamptz)
      on conflict (connection_id, model, external_id)
        do update set changed_at = excluded.changed_at, synced_at = now()`.execute(work);
  return version;
}

const table = tableOf('profile-connection');

/** The id of the profile of a customer of a connected system. */
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

/** Stores the profile of an imported record, so that a purge finds it, and the time in the profile's connection. */
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
  await retryFailedRows(work, connectionId);
}

/** Orders may arrive before their customer: queues another job for the failed rows of this connection. */
async function retryFailedRows(work: Database, connectionId: number): Promise<void> {
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
