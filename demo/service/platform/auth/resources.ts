import { sql } from 'kysely';
import { roleDefinitionShape } from '../../../../src/services/contract/configuration/reference-data.ts';
import * as of from '../../../../src/services/contract/organisations.ts';
import { keepAdministrator } from './administrators.ts';
import { permissionsOf } from './grant.ts';
import { checkHeld } from './check-grant.ts';
import { hashPassword } from './passwords.ts';
import { EVERYTHING } from './scopes.ts';
import type { Database } from '../database/tables.ts';
import { invalid } from '../../api/problem.ts';
import type { Resource } from '../../crud/resource.ts';
import { type Values, tableOf } from '../../crud/tables.ts';
import { findRecord } from '../../crud/store.ts';

const MIN_PASSWORD_CHARACTERS = 12;

const permissionsIn = ({ permissions }: Values): readonly string[] => (permissions ?? []) as string[];
const rolesPermit = (db: Database, { roles }: Values) => permissionsOf(db, (roles ?? []) as string[]);

/**
 * Users, roles and the definitions of roles. Each write is checked against what the caller holds: the permissions before
 * it and those after it.
 */
export const accessResources: readonly Resource[] = [
  {
    id: 'users',
    model: 'user',
    shape: of.userShape,
    defaults: { is_machine: false, is_active: true, roles: [] },
    adding: async ({ db, principal }, values) => {
      checkHeld(principal, await rolesPermit(db, values), 'The new user');
      return await withHashedPassword(values);
    },
    editing: async ({ db, principal }, before, values) => {
      const after = { ...before, ...values };
      const [had, has] = [await rolesPermit(db, before), await rolesPermit(db, after)];
      checkHeld(principal, [...had, ...has], 'The user');
      if (had.includes(EVERYTHING) && !(has.includes(EVERYTHING) && after['is_active'] !== false))
        await keepAdministrator(db, { otherThanUser: Number(before.id) });
      // R81: those of an integration do not depend on its password.
      const isChanged = values['password'] !== undefined && after['is_machine'] !== true;
      if (isChanged || after['is_active'] === false) await endTokens(db, Number(before.id));
      return await withHashedPassword(values);
    },
    removing: async ({ db, principal }, user) => {
      const had = await rolesPermit(db, user);
      checkHeld(principal, had, 'The user');
      if (had.includes(EVERYTHING)) await keepAdministrator(db, { otherThanUser: Number(user.id) });
    },
  },
  {
    id: 'roles',
    model: 'role',
    shape: of.roleShape,
    defaults: { permissions: [] },
    adding: async ({ db, principal }, values) => {
      const permissions = await withDefinition(db, values);
      checkHeld(principal, permissions, 'The new role');
      return { ...values, permissions };
    },
    editing: async ({ db, principal }, before, values) => {
      const [had, has] = [permissionsIn(before), permissionsIn({ ...before, ...values })];
      checkHeld(principal, [...had, ...has], 'The role');
      if (had.includes(EVERYTHING) && !has.includes(EVERYTHING))
        await keepAdministrator(db, { otherThanRole: String(before['handle']) });
      return values;
    },
    removing: async ({ principal }, role) => checkHeld(principal, permissionsIn(role), 'The role'),
  },
  {
    id: 'roles.definitions',
    model: 'role-definition',
    shape: roleDefinitionShape,
    defaults: { permissions: [], level: 'tenant' },
    adding: async ({ principal }, values) => {
      checkHeld(principal, permissionsIn(values), 'The new role definition');
      return values;
    },
    editing: async ({ principal }, before, values) => {
      checkHeld(principal, [...permissionsIn(before), ...permissionsIn(values)], 'The role definition');
      return values;
    },
    removing: async ({ principal }, definition) =>
      checkHeld(principal, permissionsIn(definition), 'The role definition'),
  },
  { id: 'permissions', model: 'permission', shape: of.permissionShape, administrators: true },
];

/** A role that is made of a definition begins with its permissions, unless others are named. */
async function withDefinition(db: Database, values: Values): Promise<readonly string[]> {
  const definition = values['role_definition_id'];
  const named = permissionsIn(values);
  if (typeof definition !== 'number' || named.length > 0) return named;
  return permissionsIn(await findRecord(db, tableOf('role-definition'), {}, String(definition)));
}

/** For good: switching the user on again brings none of them back. */
async function endTokens(db: Database, userId: number): Promise<void> {
  await db
    .updateTable('tokens')
    .set({ revoked_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** A password is stored as its hash alone. */
async function withHashedPassword({ password, ...values }: Values): Promise<Values> {
  if (password === undefined) return values;
  if (typeof password !== 'string' || password.length < MIN_PASSWORD_CHARACTERS) {
    throw invalid({ password: [`The password field needs at least ${MIN_PASSWORD_CHARACTERS} characters.`] });
  }
  return { ...values, password_hash: await hashPassword(password) };
}
