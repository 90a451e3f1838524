import { randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { fitsPassword } from './passwords.ts';
import { hashOf } from './tokens.ts';

/** Compared when there is no hash: no secret has this hash. */
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
 * The client, if the secret is its own (spec 5.1). A secret is 256 random bits, so a fast hash is enough. Undefined both for an unknown
 * client and for a wrong secret.
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
 * The user with this client, name and password; undefined if one of them is wrong. The password is always checked, so that the
 * response time does not reveal which one was wrong.
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

/** The permissions of all these roles. */
export async function permissionsOf(db: Database, roles: readonly string[]): Promise<string[]> {
  if (roles.length === 0) return [];
  const rows = await db
    .selectFrom('roles')
    .select('permissions')
    .where('handle', 'in', [...roles])
    .execute();
  return [...new Set(rows.flatMap(({ permissions }) => permissions))];
}
