import { sql } from 'kysely';
import type { Machine } from '../auth/principal.ts';
import type { Database } from '../database/tables.ts';
import { forbidden } from '../../api/problem.ts';

/**
 * A user, as a job acts in their name: never with more than the token had that asked for it, nor than the user may now.
 * Throws 403 for a user who is gone or switched off.
 */
export async function principalFor(
  db: Database,
  userId: number,
  scopes: readonly string[],
): Promise<Machine> {
  const user = await db
    .selectFrom('users')
    .select(
      sql<string[]>`(
        select coalesce(array_agg(distinct permission), '{}') from roles, unnest(permissions) as permission
        where roles.handle = any(users.roles))`.as('permissions'),
    )
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (!user) throw forbidden('The user who asked for this is gone.');
  return { kind: 'machine', tokenId: 0, userId, clientId: null, scopes, permissions: user.permissions };
}
