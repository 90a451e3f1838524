import { sql } from 'kysely';
import type { Database } from '../platform/database/tables.ts';
import { conflict } from '../api/problem.ts';

/** An address is one identity in whatever case it is written. */
export const emailIdentity = (email: string): string => email.toLowerCase();

/**
 * A profile is found by its e-mail address as by any identity, so the two change together. Throws 409 for an address
 * that another profile has (G21).
 */
export async function followEmail(
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
  await work
    .insertInto('identities')
    .values({ profile_id: profileId, namespace: 'email', value: emailIdentity(is) })
    .onConflict((taken) =>
      taken
        .columns(['namespace', 'value'])
        .doUpdateSet({ updated_at: sql<Date>`now()` })
        .where('identities.profile_id', '=', profileId),
    )
    .returning('id')
    .executeTakeFirst()
    .then((added) => {
      if (!added) throw conflict('There is another profile with this email.');
    });
}

/** A deleted profile keeps its names until it is purged. Throws 409 with that reason, which nobody sees in the profiles themselves. */
export async function checkNotReserved(work: Database, email: unknown): Promise<void> {
  if (typeof email !== 'string') return;
  const deleted = await work
    .selectFrom('profiles')
    .select('id')
    .where(({ fn }) => fn('lower', ['email']), '=', emailIdentity(email))
    .where('deleted_at', 'is not', null)
    .executeTakeFirst();
  if (deleted) throw conflict('A deleted profile has this email until it is purged.');
}
