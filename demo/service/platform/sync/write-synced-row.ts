import { sql } from 'kysely';
import { record } from '../../../../src/services/transport/read.ts';
import type { Machine } from '../../auth/principal.ts';
import type { Database } from '../../database/tables.ts';
import { invalid } from '../../api/problem.ts';
import { perform, type Runtime } from '../../jobs/perform.ts';
import type { KnownCall } from '../../api/route.ts';
import type { SyncRow } from './adapter.ts';
import { lockConnection, profileOfCustomer, recordSynced, storeVersion } from './sync-state.ts';
import { profileKnownAs } from '../../profiles/profile-rows.ts';

interface SyncOptions {
  readonly connectionId: number;
  readonly principal: Machine;
  readonly cause: string;
  /** Adds an order, or changes the one with its external id. */
  readonly writeOrder: (call: KnownCall) => Promise<unknown>;
}

/**
 * Writes a customer or order of a connected system as the endpoint for its model does. A customer with a profile, found by the
 * connection or the e-mail address, is changed. A version that was imported before changes the time of the synchronisation alone: the
 * endpoint would write the same values again, with an audit entry and an event for each export.
 */
export async function writeSyncedRow(
  runtime: Runtime,
  row: SyncRow,
  { connectionId, principal, cause, writeOrder }: SyncOptions,
): Promise<'added' | 'changed' | 'unchanged'> {
  const { db } = runtime;
  await lockConnection(db, connectionId);
  const version = await storeVersion(db, connectionId, row);
  if (version === 'older') return 'unchanged';
  const written = { principal, cause };
  if (row.model === 'order') {
    const customerId = row.customerId ?? '';
    const profileId = await profileOfCustomer(db, connectionId, customerId);
    if (profileId === undefined)
      throw invalid({ customer_id: [`The customer ${customerId} has not been imported yet.`] });
    const exists = await orderExists(db, String(row.fields['external_id']));
    const isRepeated = exists && version === 'same';
    const body = { ...row.fields, profile_id: profileId };
    if (!isRepeated)
      await perform(runtime, db, { ...written, endpointId: 'orders.store', body, instead: writeOrder });
    await recordSynced(db, connectionId, row, profileId);
    return isRepeated ? 'unchanged' : exists ? 'changed' : 'added';
  }
  const known = await profileOfCustomer(db, connectionId, row.externalId);
  if (known !== undefined && version === 'same') {
    await recordSynced(db, connectionId, row, known);
    return 'unchanged';
  }
  const existing = known ?? (await profileByEmail(db, row.fields['email']));
  const { external_id: _, ...fields } = row.fields;
  const profileId =
    existing ??
    idIn(await perform(runtime, db, { ...written, endpointId: 'profiles.store', body: row.fields }));
  if (existing !== undefined)
    await perform(runtime, db, {
      ...written,
      endpointId: 'profiles.update',
      body: fields,
      path: { profile: existing },
    });
  await recordSynced(db, connectionId, row, profileId);
  return existing === undefined ? 'added' : 'changed';
}

const idIn = (reply: unknown): string => String(record(record(reply)['data'])['id']);

async function orderExists(db: Database, externalId: string): Promise<boolean> {
  const { rows } = await sql`
    select from records where resource = 'order' and fields ->> 'external_id' = ${externalId}`.execute(db);
  return rows.length > 0;
}

/** ASSUMPTION: the same e-mail address is the same person. An adapter that omits the address never matches a profile by it. */
async function profileByEmail(db: Database, email: unknown): Promise<string | undefined> {
  if (typeof email !== 'string') return undefined;
  return await profileKnownAs(db, { email });
}
