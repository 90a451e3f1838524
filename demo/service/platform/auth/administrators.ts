import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { conflict } from '../../api/problem.ts';
import { EVERYTHING } from './scopes.ts';

/**
 * Throws 409 where no administrator would be left who can sign in: nothing in the interface could make a new one. `kept`
 * says which of the present ones stay. The lock orders two administrators who remove each other at the same time.
 */
export async function keepAdministrator(
  work: Database,
  kept: { readonly otherThanUser?: number; readonly otherThanRole?: string },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('administrators', 0))`.execute(work);
  const { otherThanUser = null, otherThanRole = null } = kept;
  const { rows } = await sql`
    select users.id from users join roles on roles.handle = any(users.roles)
    where ${EVERYTHING} = any(roles.permissions) and users.is_active and users.password_hash is not null
      and users.id is distinct from ${otherThanUser}::bigint and roles.handle is distinct from ${otherThanRole}::text
    limit 1`.execute(work);
  if (rows.length === 0) throw conflict('The last administrator stays: make another user one first.');
}
