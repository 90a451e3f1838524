import { randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { fitsPassword } from './passwords.ts';
import { hashOf } from './tokens.ts';

/** The hash of no secret, the empty one included. */
const NO_SECRET = randomBytes(32);

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

export interface Client {
  readonly id: string;
  readonly userId: number;
}

/**
 * The client whose secret this is (spec 5.1). A secret is 256 random bits, so a fast hash is enough. A request without it ends here,
 * and an unknown client gets the same answer as a wrong secret.
 */
export async function clientOf(db: Database, given: Credentials): Promise<Client | undefined> {
  const client = await db
    .selectFrom('clients')
    .select(['id', 'secret_hash', 'user_id'])
    .select(
      sql<Buffer | null>`case when previous_ends_at > now() then previous_secret_hash end`.as('previous'),
    )
    .where('id', '=', given.client_id)
    .executeTakeFirst();
  const hash = hashOf(given.client_secret);
  const isNew = timingSafeEqual(client?.secret_hash ?? NO_SECRET, hash);
  const isPrevious = timingSafeEqual(client?.previous ?? NO_SECRET, hash);
  return (isNew || isPrevious) && client ? { id: client.id, userId: client.user_id } : undefined;
}

/**
 * The user whose client, name and password these are; undefined when one of them is wrong. The password is checked
 * whatever fails first: the time does not tell what was right.
 */
export async function granteeOf(
  db: Database,
  client: Client,
  given: Credentials,
): Promise<Grantee | undefined> {
  const user = await userBy(db, given.username);
  const passwordFits = await fitsPassword(given.password, user?.password_hash, 'proven');
  if (!passwordFits || !user || client.userId !== user.id || !user.is_active) return undefined;
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
