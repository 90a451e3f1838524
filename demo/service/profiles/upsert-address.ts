import { sql } from 'kysely';
import { addressShape, type Address } from '../../../src/services/contract/shapes/records/profiles.ts';
import type { ProfileCall } from '../api/route.ts';
import { viewOf, writable } from '../crud/fields.ts';
import { type Values, tableOf } from '../crud/tables.ts';
import { makeDefault } from './default-address.ts';
import { addRecord, editRecord, rowsWithin } from '../crud/store.ts';

const table = tableOf('address');
const DEFAULTS = { type: 'home', is_default: false };

/** Adds an address, or changes the profile's newest one of its type. One of them at most is the default. */
export async function upsertAddress(call: ProfileCall<string, Values>): Promise<{ data: Address }> {
  const { db, profileId, principal } = call;
  const sent = writable(addressShape, call.body, principal);
  const type = sent['type'] ?? DEFAULTS.type;
  await sql`select from profiles where id = ${profileId} for update`.execute(db);
  const before = await rowsWithin(db, table, { profile_id: profileId })
    .where(sql<boolean>`fields @> jsonb_build_object('type', ${type}::text)`)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const values = { ...sent, type, is_default: sent['is_default'] ?? before?.fields['is_default'] ?? false };
  const record = before
    ? await editRecord(db, table, before.id, values)
    : await addRecord(db, table, { ...DEFAULTS, ...values, profile_id: profileId });
  if (values.is_default === true) await makeDefault(db, profileId, record.id);
  const data = viewOf(addressShape, record, principal) as Address;
  call.note({ changes: { is: data } });
  return { data };
}
