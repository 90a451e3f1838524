import { timingSafeEqual } from 'node:crypto';
import type { Database } from '../database/tables.ts';
import { fitsPassword } from './passwords.ts';
import { hashOf } from './tokens.ts';

export interface Credentials {
  readonly client_id: string;
  readonly client_secret: string;
  readonly username: string;
  readonly password: string;
}

export interface Grantee {
  readonly userId: number;
  readonly clientId: string;
  /** What the user's roles allow. */
  readonly permissions: readonly string[];
}

/**
 * The user whose client, secret, name and password these are (spec 5.1); undefined when any of them is wrong. All of it
 * is checked whatever fails first: the time does not tell what was right.
 */
export async function granteeOf(db: Database, given: Credentials): Promise<Grantee | undefined> {
  const client = await db
    .selectFrom('clients')
    .select(['id', 'secret_hash', 'user_id'])
    .where('id', '=', given.client_id)
    .executeTakeFirst();
  const user = await userBy(db, given.username);
  const secret = hashOf(given.client_secret);
  const secretFits = timingSafeEqual(client?.secret_hash ?? hashOf(''), secret) && client !== undefined;
  const passwordFits = await fitsPassword(given.password, user?.password_hash);
  if (!secretFits || !passwordFits || !client || !user) return undefined;
  if (client.user_id !== user.id || !user.is_active) return undefined;
  return { userId: user.id, clientId: client.id, permissions: await permissionsOf(db, user.roles) };
}

export const userBy = (db: Database, username: string) =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'password_hash', 'is_active', 'roles'])
    .where('username', '=', username)
    .executeTakeFirst();

/** What roles allow together. */
export async function permissionsOf(db: Database, roles: readonly string[]): Promise<string[]> {
  if (roles.length === 0) return [];
  const rows = await db
    .selectFrom('roles')
    .select('permissions')
    .where('handle', 'in', [...roles])
    .execute();
  return [...new Set(rows.flatMap(({ permissions }) => permissions))];
}
