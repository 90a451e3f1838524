import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { conflict, invalid, notFound } from '../api/problem.ts';
import { settingOf } from '../tenant-settings.ts';
import { timestamp } from '../api/formats.ts';
import { permissionsOf } from './grant.ts';
import { checkHeld } from './check-grant.ts';
import { hashPassword } from './passwords.ts';
import type { Machine } from './principal.ts';
import { isScope } from './scopes.ts';
import { hashOf, newSecret } from './tokens.ts';

/** The user of an integration, which owns the tokens of that integration (spec 5). */
export interface MachineUser {
  readonly id: number;
  readonly name: string;
  readonly username: string;
  readonly isActive: boolean;
  readonly scopes: readonly string[];
  readonly lastSeenAt: Date | null;
  readonly clients: readonly Client[];
}

interface Client {
  readonly id: string;
  readonly rotatedAt: string | null;
  /** The secret before the last rotation is accepted until then. */
  readonly previousEndsAt: string | null;
}

/** Credentials to get a token with (spec 5.1). They are shown once; only their hashes are stored. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly username: string;
  readonly password: string;
}

/** Every machine user, with its clients and the scopes of its roles. */
export async function machineUsers(db: Database): Promise<MachineUser[]> {
  const { rows } = await sql<Omit<MachineUser, 'scopes'> & { roles: string[] }>`
    select users.id, users.name, username, is_active as "isActive", last_seen_at as "lastSeenAt", roles, (
      select coalesce(jsonb_agg(jsonb_build_object('id', clients.id, 'rotatedAt', rotated_at,
        'previousEndsAt', case when previous_ends_at > now() then previous_ends_at end) order by clients.id), '[]')
      from clients where clients.user_id = users.id) as clients
    from users where is_machine order by users.name, users.id`.execute(db);
  return await Promise.all(
    rows.map(async ({ roles, ...user }) => ({ ...user, scopes: await permissionsOf(db, roles) })),
  );
}

const USERNAME = /^[a-z0-9][a-z0-9-]{1,79}$/;

/**
 * Adds a machine user with its own role, which has the scopes, and a client. Throws 403 for scopes that the caller does not have,
 * 409 for an existing name, 422 for invalid input. `work` is a transaction.
 */
export async function addMachineUser(
  work: Database,
  principal: Machine,
  { name, scopes }: { readonly name: string; readonly scopes: readonly string[] },
): Promise<ClientCredentials> {
  const username = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  if (!USERNAME.test(username))
    throw invalid({ name: ['The name field needs 2 to 80 letters or digits, such as “Till Amsterdam”.'] });
  if (scopes.length === 0 || !scopes.every(isScope))
    throw invalid({ scopes: ['Choose at least one scope.'] });
  checkHeld(principal, scopes, 'The new machine user');
  const role = `machine-${username}`;
  const [password, clientSecret, clientId] = [newSecret(), newSecret(), randomUUID()];
  const createdRole = await work
    .insertInto('roles')
    .values({ name: `Machine user ${name}`, handle: role, permissions: [...scopes] })
    .onConflict((taken) => taken.column('handle').doNothing())
    .returning('id')
    .executeTakeFirst();
  const user =
    createdRole &&
    (await work
      .insertInto('users')
      .values({
        name,
        username,
        is_machine: true,
        password_hash: await hashPassword(password),
        roles: [role],
      })
      .onConflict((taken) => taken.column('username').doNothing())
      .returning('id')
      .executeTakeFirst());
  if (!user) throw conflict(`There is another user or role named ${username}: choose another name.`);
  await work
    .insertInto('clients')
    .values({ id: clientId, secret_hash: hashOf(clientSecret), user_id: user.id })
    .execute();
  await audit(work, principal, 'machine-users.store', user.id, { scopes });
  return { clientId, clientSecret, username, password };
}

/**
 * Gives a client a new secret. The old one stays valid for `machine_users.secret_overlap_hours`; a still older one ends at once.
 * Throws 403 for a machine user with scopes that the caller does not have. `work` is a transaction.
 */
export async function rotateSecret(
  work: Database,
  principal: Machine,
  clientId: string,
): Promise<{ readonly clientSecret: string; readonly name: string; readonly overlapEndsAt: Date }> {
  const client = await work
    .selectFrom('clients')
    .innerJoin('users', 'users.id', 'clients.user_id')
    .select(['clients.user_id', 'users.name', 'users.roles'])
    .where('clients.id', '=', clientId)
    .forUpdate('clients')
    .executeTakeFirst();
  if (!client) throw notFound();
  checkHeld(principal, await permissionsOf(work, client.roles), 'The machine user');
  const hours = await settingOf(work, 'machine_users.secret_overlap_hours');
  const clientSecret = newSecret();
  const { previous_ends_at: overlapEndsAt } = await work
    .updateTable('clients')
    .set({
      previous_secret_hash: sql<Buffer>`secret_hash`,
      previous_ends_at: sql<Date>`now() + ${hours} * interval '1 hour'`,
      secret_hash: hashOf(clientSecret),
      rotated_at: sql<Date>`now()`,
    })
    .where('id', '=', clientId)
    .returning('previous_ends_at')
    .executeTakeFirstOrThrow();
  const ends = overlapEndsAt ?? new Date();
  await audit(work, principal, 'machine-users.rotate', client.user_id, { overlap_ends_at: timestamp(ends) });
  return { clientSecret, name: client.name, overlapEndsAt: ends };
}

async function audit(
  work: Database,
  { userId }: Machine,
  action: string,
  machineUserId: number,
  changes: Readonly<Record<string, unknown>>,
): Promise<void> {
  await work
    .insertInto('audits')
    .values({
      action,
      model: 'user',
      model_id: String(machineUserId),
      user_id: userId,
      profile_id: null,
      request_id: null,
      fields: JSON.stringify({ changes }),
    })
    .execute();
}
