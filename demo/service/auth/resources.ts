import { sql } from 'kysely';
import { roleDefinitionShape } from '../../../src/services/contract/configuration/reference-data.ts';
import { permissionShape, roleShape, userShape } from '../../../src/services/contract/organisations.ts';
import { requireRemainingAdministrator } from './administrators.ts';
import { permissionsOf } from './grant.ts';
import { checkHeld } from './check-grant.ts';
import { hashPassword } from './passwords.ts';
import { EVERYTHING } from './scopes.ts';
import type { Database } from '../database/tables.ts';
import { invalid } from '../api/problem.ts';
import { defineResource, type Resource } from '../crud/resource.ts';
import { type Values, tableOf } from '../crud/tables.ts';
import { findRecord } from '../crud/store.ts';

const MIN_PASSWORD_CHARACTERS = 12;

type UserValues = Values<typeof userShape, 'user'>;

/**
 * Users, roles and role definitions. Each write is checked against the permissions of the caller: those before the change and
 * those after it.
 */
export const accessResources: readonly Resource[] = [
  defineResource({
    id: 'users',
    model: 'user',
    shape: userShape,
    defaults: { is_machine: false, is_active: true, roles: [] },
    adding: async ({ db, principal }, values) => {
      checkHeld(principal, await permissionsOf(db, values.roles ?? []), 'The new user');
      return await withHashedPassword(values);
    },
    editing: async ({ db, principal }, before, values) => {
      const { id } = before;
      const [had, has] = [
        await permissionsOf(db, before.roles),
        await permissionsOf(db, values.roles ?? before.roles),
      ];
      const isActive = values.is_active ?? before.is_active;
      checkHeld(principal, [...had, ...has], 'The user');
      if (had.includes(EVERYTHING) && !(has.includes(EVERYTHING) && isActive))
        await requireRemainingAdministrator(db, { user: id });
      // Tokens of an integration do not depend on its password. A user who becomes one, or a person again, gets new tokens:
      // otherwise a person could become one, change the password and become a person again with the old tokens.
      const isIntegration = before.is_machine && (values.is_machine ?? true);
      const isPasswordChanged = values.password !== undefined && !isIntegration;
      const changesKind = (values.is_machine ?? before.is_machine) !== before.is_machine;
      if (isPasswordChanged || changesKind || !isActive) await revokeTokens(db, id);
      return await withHashedPassword(values);
    },
    removing: async ({ db, principal }, { id, roles }) => {
      const had = await permissionsOf(db, roles);
      checkHeld(principal, had, 'The user');
      if (had.includes(EVERYTHING)) await requireRemainingAdministrator(db, { user: id });
    },
  }),
  defineResource({
    id: 'roles',
    model: 'role',
    shape: roleShape,
    defaults: { permissions: [] },
    adding: async ({ db, principal }, values) => {
      const permissions = await withDefinition(db, values);
      checkHeld(principal, permissions, 'The new role');
      return { ...values, permissions };
    },
    editing: async ({ db, principal }, before, values) => {
      const [had, has] = [before.permissions, values.permissions ?? before.permissions];
      checkHeld(principal, [...had, ...has], 'The role');
      if (had.includes(EVERYTHING) && !has.includes(EVERYTHING))
        await requireRemainingAdministrator(db, { role: before.handle });
      return values;
    },
    removing: async ({ principal }, role) => checkHeld(principal, role.permissions, 'The role'),
  }),
  defineResource({
    id: 'roles.definitions',
    model: 'role-definition',
    shape: roleDefinitionShape,
    defaults: { permissions: [], level: 'tenant' },
    adding: async ({ principal }, values) => {
      checkHeld(principal, values.permissions ?? [], 'The new role definition');
      return values;
    },
    editing: async ({ principal }, before, values) => {
      const permissions = [...(before.permissions ?? []), ...(values.permissions ?? [])];
      checkHeld(principal, permissions, 'The role definition');
      return values;
    },
    removing: async ({ principal }, { permissions }) =>
      checkHeld(principal, permissions ?? [], 'The role definition'),
  }),
  { id: 'permissions', model: 'permission', shape: permissionShape, administrators: true },
];

/** The permissions of a new role: those that are sent, or else those of its definition. */
async function withDefinition(
  db: Database,
  { permissions, role_definition_id: definition }: Values<typeof roleShape, 'role'>,
): Promise<string[]> {
  if (permissions?.length || !definition) return permissions ?? [];
  const table = tableOf('role-definition', roleDefinitionShape);
  return (await findRecord(db, table, {}, String(definition))).permissions ?? [];
}

/** Revoked tokens stay revoked when the user is switched on again. */
async function revokeTokens(db: Database, userId: number): Promise<void> {
  await db
    .updateTable('tokens')
    .set({ revoked_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Only the hash of a password is stored. */
async function withHashedPassword({ password, ...values }: UserValues): Promise<UserValues> {
  if (password === undefined) return values;
  if (password === null || password.length < MIN_PASSWORD_CHARACTERS) {
    throw invalid({ password: [`The password field needs at least ${MIN_PASSWORD_CHARACTERS} characters.`] });
  }
  return { ...values, password_hash: await hashPassword(password) };
}
