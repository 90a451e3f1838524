import { sql } from 'kysely';
import { upsertProfileAddress } from '../../../src/services/contract/endpoints/index.ts';
import { addressShape, type Address } from '../../../src/services/contract/profiles.ts';
import type { Database } from '../database/tables.ts';
import { checkListOfAddress } from '../lists/delivery-address.ts';
import { route, toCustomers, type ProfileCall, type Route } from '../api/route.ts';
import { viewOf, writable } from '../crud/fields.ts';
import { defineResource } from '../crud/resource.ts';
import { addRecord, editRecord, rowsWithin } from '../crud/store.ts';
import { fromRow, tableOf, type Values } from '../crud/tables.ts';

const table = tableOf('address', addressShape);
const DEFAULTS = { type: 'home', is_default: false };

export const addressResource = defineResource({
  id: 'profiles.addresses',
  model: 'address',
  shape: addressShape,
  customers: 'write',
  defaults: DEFAULTS,
  adding: async ({ db }, values) => {
    await checkListOfAddress(db, String(values.profile_id), values.type);
    if (values.is_default === true) await unsetOtherDefaults(db, String(values.profile_id), null);
    return values;
  },
  editing: async ({ db }, record, values) => {
    await checkListOfAddress(db, String(record.profile_id), values.type);
    if (values.is_default === true) await unsetOtherDefaults(db, String(record.profile_id), record.id);
    return values;
  },
});

export const addressRoutes: readonly Route[] = [toCustomers(route(upsertProfileAddress, upsertAddress))];

/** Adds an address, or changes the profile's newest one of its type. */
export async function upsertAddress(call: ProfileCall<string, Values>): Promise<{ data: Address }> {
  const { db, profileId, principal } = call;
  const sent = writable(addressShape, call.body, principal);
  const { type: sentType, is_default } = sent;
  const type = sentType ?? DEFAULTS.type;
  // Compatible with the lock that every write of the profile holds, which `for update` is not: two at once would end in a deadlock.
  await sql`select from profiles where id = ${profileId} for no key update`.execute(db);
  await checkListOfAddress(db, profileId, type);
  const before = await rowsWithin(db, table, { profile_id: profileId })
    .where(sql<boolean>`fields @> jsonb_build_object('type', ${type}::text)`)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const values = { ...sent, type, is_default: is_default ?? (before && fromRow(before).is_default) ?? false };
  const record = before
    ? await editRecord(db, table, before.id, values)
    : await addRecord(db, table, { ...DEFAULTS, ...values, profile_id: profileId });
  if (values.is_default === true) await unsetOtherDefaults(db, profileId, record.id);
  const data = viewOf(addressShape, record, principal);
  call.note({ changes: { is: data } });
  return { data };
}

/** A profile has at most one default address: none of the others is the default from now on. */
async function unsetOtherDefaults(
  work: Database,
  profileId: string,
  id: number | string | null,
): Promise<void> {
  await sql`
    update records set fields = fields || '{"is_default": false}', updated_at = now()
    where resource = 'address' and profile_id = ${profileId} and id is distinct from ${id}::bigint
      and fields @> '{"is_default": true}'`.execute(work);
}
