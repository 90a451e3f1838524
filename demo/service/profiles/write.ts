import { randomUUID } from 'node:crypto';
import { profileShape } from '../../../src/services/contract/shapes/records/profiles.ts';
import type { Database } from '../platform/database/tables.ts';
import type { KnownCall } from '../api/route.ts';
import { writable } from '../crud/fields.ts';
import { checkReferences } from '../crud/references.ts';
import type { Values, Stored } from '../crud/tables.ts';
import { addRecord, editRecord, findRecord } from '../crud/store.ts';
import { checkNotReserved, followEmail } from './email.ts';
import { profileTable } from './views.ts';

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Adds a profile with its accounts and, by its e-mail address, its first identity. Throws 409 and 422. */
export async function addProfileRow(call: KnownCall, body: Values): Promise<Stored> {
  const { db, principal } = call;
  const values = writable(profileShape, body, principal);
  await checkReferences(db, 'profile', values);
  await checkNotReserved(db, values['email']);
  const row = await addRecord(db, profileTable, { id: randomUUID(), ...values });
  await openAccounts(db, String(row.id));
  await followEmail(db, String(row.id), { was: null, is: textOf(values['email']) });
  return row;
}

/** Whoever has a profile has a balance and a place below the tiers. */
export async function openAccounts(work: Database, profileId: string): Promise<void> {
  const profile_id = profileId;
  await work
    .insertInto('point_balances')
    .values({ profile_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await work
    .insertInto('profile_tiers')
    .values({ profile_id, tier_definition_id: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Changes the fields that are named (G48), and the identity with the e-mail address. */
export async function editProfileRow(call: KnownCall, profileId: string, values: Values): Promise<Stored> {
  const { db } = call;
  // Two changes of one profile hold it both, and would wait for each other with a lock of its key.
  const before = await findRecord(db, profileTable, {}, profileId, { lock: 'noKeyUpdate' });
  await checkReferences(db, 'profile', values);
  if ('email' in values) {
    await checkNotReserved(db, values['email']);
    await followEmail(db, profileId, { was: textOf(before['email']), is: textOf(values['email']) });
  }
  const after = await editRecord(db, profileTable, profileId, values);
  const changed = Object.keys(values).filter((name) => before[name] !== after[name]);
  call.note({
    changes: Object.fromEntries(
      changed.map((name) => [name, { was: before[name] ?? null, is: after[name] ?? null }]),
    ),
  });
  return after;
}
