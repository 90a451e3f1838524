import * as of from '../../../src/services/shapes/records/organisations.ts';
import { hashPassword } from '../auth/passwords.ts';
import { invalid } from '../http/problem.ts';
import type { Resource, Values } from '../records/resource.ts';
import { findRecord } from '../records/store.ts';
import { tableOf } from '../records/tables.ts';

const MIN_PASSWORD_CHARACTERS = 12;

/** Plain resources of the section Organisations and access. Who may do what, only administrators change. */
export const organisationResources: readonly Resource[] = [
  {
    id: 'organisations',
    model: 'organisation',
    shape: of.organisationShape,
    references: { parent_id: 'organisation' },
  },
  {
    id: 'organisations.profiles',
    model: 'organisation-profile',
    shape: of.organisationProfileShape,
    key: 'profile_id',
    parent: { model: 'organisation', field: 'organisation_id' },
    references: { profile_id: 'profile' },
    unique: ['profile_id'],
  },
  {
    id: 'users',
    model: 'user',
    shape: of.userShape,
    administrators: true,
    defaults: { is_machine: false, is_active: true, roles: [] },
    references: { roles: { model: 'role', by: 'handle' } },
    adding: async (_, values) => withHashedPassword(values),
    editing: async (_, __, values) => withHashedPassword(values),
  },
  {
    id: 'staff',
    model: 'staff',
    shape: of.staffShape,
    key: 'identifier',
    unique: ['identifier'],
    defaults: { is_active: true },
    references: { location_id: 'location' },
  },
  {
    id: 'roles',
    model: 'role',
    shape: of.roleShape,
    administrators: true,
    defaults: { permissions: [] },
    references: { permissions: { model: 'permission', by: 'handle' }, role_definition_id: 'role-definition' },
    // A role that is made of a definition begins with its permissions, unless others are named.
    adding: async ({ db }, values) => {
      const { role_definition_id: definition, permissions } = values;
      if (typeof definition !== 'number' || (permissions as string[]).length > 0) return values;
      const made = await findRecord(db, tableOf('role-definition'), {}, String(definition));
      return { ...values, permissions: made['permissions'] };
    },
  },
  { id: 'permissions', model: 'permission', shape: of.permissionShape, administrators: true },
];

/** A password is stored as its hash alone. Tokens do not depend on it, so they outlive a change (rule R81). */
async function withHashedPassword({ password, ...values }: Values): Promise<Values> {
  if (password === undefined) return values;
  if (typeof password !== 'string' || password.length < MIN_PASSWORD_CHARACTERS) {
    throw invalid({ password: [`The password field needs at least ${MIN_PASSWORD_CHARACTERS} characters.`] });
  }
  return { ...values, password_hash: await hashPassword(password) };
}
