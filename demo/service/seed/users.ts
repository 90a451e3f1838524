import { users } from '../../sample/users.ts';
import { fitsPassword, hashPassword } from '../auth/passwords.ts';
import { EVERYTHING, scopes } from '../auth/scopes.ts';
import { hashOf } from '../auth/tokens.ts';
import type { Database } from '../database/tables.ts';
import { addRecord } from '../crud/store.ts';
import { tableOf } from '../crud/tables.ts';

/** Adds a permission for every scope, and the two roles of the sample users. */
export async function seedRoles(work: Database): Promise<void> {
  const existing = await work
    .selectFrom('records')
    .select('id')
    .where('resource', '=', 'permission')
    .execute();
  if (existing.length === 0) {
    for (const handle of [EVERYTHING, ...scopes]) {
      const name = handle === EVERYTHING ? 'Everything' : handle.replace('.', ': ');
      await addRecord(work, tableOf('permission'), { name, handle });
    }
  }
  await work
    .insertInto('roles')
    .values([
      { name: 'Administrator', handle: 'administrator', permissions: [EVERYTHING] },
      { name: 'Integration', handle: 'integration', permissions: [...scopes] },
    ])
    .onConflict((conflict) => conflict.column('handle').doNothing())
    .execute();
}

/** Adds the sample users and sets their present passwords. */
export async function seedUsers(work: Database): Promise<void> {
  const { machine, administrator } = users;
  await seedUser(work, { ...administrator, is_machine: false });
  const userId = await seedUser(work, { ...machine, is_machine: true });
  const secret_hash = hashOf(machine.clientSecret);
  await work
    .insertInto('clients')
    .values({ id: machine.clientId, secret_hash, user_id: userId })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ secret_hash }))
    .execute();
}

interface SeededUser {
  readonly name: string;
  readonly username: string;
  readonly password: string;
  readonly is_machine: boolean;
}

async function seedUser(
  work: Database,
  { name, username, password, is_machine }: SeededUser,
): Promise<number> {
  const existing = await work
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('username', '=', username)
    .executeTakeFirst();
  if (existing && (await fitsPassword(password, existing.password_hash))) return existing.id;
  const password_hash = await hashPassword(password);
  const { id } = await work
    .insertInto('users')
    .values({ name, username, is_machine, password_hash, roles: ['administrator'] })
    .onConflict((conflict) => conflict.column('username').doUpdateSet({ password_hash }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
