import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { profileShape } from '../../../src/services/contract/profiles.ts';
import type { Database } from '../database/tables.ts';
import { conflict } from '../api/problem.ts';
import type { KnownCall } from '../api/route.ts';
import { writable } from '../crud/fields.ts';
import { checkReferences } from '../crud/references.ts';
import { addRecord, editRecord, findRecord } from '../crud/store.ts';
import { emailIdentity, idsOfEmails, profileKnownAs } from './profile-rows.ts';
import { profileTable } from './profile-views.ts';
import type { Stored, Values } from '../crud/tables.ts';

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Adds a profile with its balance accounts and, for its e-mail address, its first identity. Throws 409 and 422. */
export async function addProfileRow(call: KnownCall, body: Values): Promise<Stored> {
  const { db, principal } = call;
  const values = writable(profileShape, body, principal);
  await checkReferences(db, 'profile', values);
  const { email } = values;
  await checkNotReserved(db, email);
  const { external_id: externalId } = values;
  if (typeof externalId === 'string' && (await profileKnownAs(db, { external_id: externalId })) !== undefined)
    throw conflict('There is another record with this external_id.');
  const row = await addRecord(db, profileTable, { id: randomUUID(), ...values });
  await openAccounts(db, String(row.id));
  await changeEmailIdentity(db, String(row.id), { was: null, is: textOrNull(email) });
  return row;
}

/** Every profile has a point balance and a tier row, which names no tier at first. */
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

/** Changes the fields that are named, and the identity of the e-mail address. */
export async function editProfileRow(call: KnownCall, profileId: string, values: Values): Promise<Stored> {
  const { db } = call;
  // Both of two concurrent changes hold the key share lock of the profile: a lock of its key would be a deadlock.
  const before = await findRecord(db, profileTable, {}, profileId, { lock: 'noKeyUpdate' });
  await checkReferences(db, 'profile', values);
  if ('email' in values) {
    const { email } = values;
    await checkNotReserved(db, email);
    await changeEmailIdentity(db, profileId, { was: textOrNull(before['email']), is: textOrNull(email) });
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

/**
 * Changes the identity that belongs to a profile's e-mail address: profiles are found by it as by any identity. Throws 409 for an
 * address that another profile has.
 */
async function changeEmailIdentity(
  work: Database,
  profileId: string,
  { was, is }: { readonly was: string | null; readonly is: string | null },
): Promise<void> {
  if (was === is) return;
  if (was !== null) {
    await work
      .deleteFrom('identities')
      .where('profile_id', '=', profileId)
      .where('namespace', '=', 'email')
      .where('value', '=', emailIdentity(was))
      .execute();
  }
  if (is === null) return;
  const added = await work
    .insertInto('identities')
    .values({ profile_id: profileId, namespace: 'email', value: emailIdentity(is) })
    .onConflict((taken) =>
      taken
        .columns(['namespace', 'value'])
        .doUpdateSet({ updated_at: sql<Date>`now()` })
        .where('identities.profile_id', '=', profileId),
    )
    .returning('id')
    .executeTakeFirst();
  if (!added) throw conflict('There is another profile with this email.');
}

/** Throws 409 for the e-mail address of a deleted profile, which stays reserved until the profile is purged; no list shows that profile. */
async function checkNotReserved(work: Database, email: unknown): Promise<void> {
  if (typeof email !== 'string') return;
  const deleted = await work
    .selectFrom('profiles')
    .select('id')
    .where('id', 'in', idsOfEmails([email]))
    .where('deleted_at', 'is not', null)
    .executeTakeFirst();
  if (deleted) throw conflict('A deleted profile has this email until it is purged.');
}
