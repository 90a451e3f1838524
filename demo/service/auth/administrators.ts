import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { conflict } from '../api/problem.ts';
import { EVERYTHING } from './scopes.ts';

/**
 * Throws 409 if no administrator who can sign in would remain, because only an administrator can create another one. `except` is the
 * user or role that is about to be removed. The lock makes two administrators who remove each other run one after the other.
 */
export async function requireRemainingAdministrator(
  work: Database,
  except: { readonly user?: number; readonly role?: string },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('administrators', 0))`.execute(work);
  const { user = null, role = null } = except;
  const { rows } = await sql`
    select users.id from users join roles on roles.handle = any(users.roles)
    where ${EVERYTHING} = any(roles.permissions) and users.is_active and users.password_hash is not null
      and users.id is distinct from ${user}::bigint and roles.handle is distinct from ${role}::text
    limit 1`.execute(work);
  if (rows.length === 0) throw conflict('The last administrator stays: make another user one first.');
}
