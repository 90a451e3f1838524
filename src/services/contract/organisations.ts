import * as on from './endpoints/organisations.ts';
import * as kind from './kinds.ts';
import { dated, externalId, nameAndHandle, notes, numbered, switched } from './common.ts';
import { contract, crud, G12, J15 } from './contract.ts';
import { data } from './envelope.ts';
import {
  type Adding,
  always,
  defaulted,
  given,
  optional,
  type Reading,
  required,
  requiredOnce,
  secret,
  shape,
} from './shape.ts';

// Records of the section Organisations and access: ASSUMPTION G4.
export const organisationShape = shape('Organisation', {
  ...numbered,
  ...nameAndHandle,
  ...externalId,
  parent_id: optional(kind.reference),
  ...notes,
  ...dated,
});
export type Organisation = Reading<typeof organisationShape>;

export const organisationProfileShape = shape(
  'OrganisationProfile',
  'That a profile belongs to an organisation, and as what.',
  {
    organisation_id: always(kind.reference),
    profile_id: requiredOnce(kind.text()),
    role: optional(kind.text(50)),
    ...dated,
  },
);
export type OrganisationProfile = Reading<typeof organisationProfileShape>;

export const userShape = shape(
  'User',
  "Who signs in, or the machine of an integration (spec 5), which owns that integration's tokens.",
  {
    ...numbered,
    username: required(kind.text()),
    name: required(kind.text()),
    email: optional(kind.email),
    password: secret(
      { ...kind.text(200) },
      'Is sent, and never shown. A change ends the tokens of a person, and leaves those of a machine user (spec 5).',
    ),
    is_machine: defaulted(kind.boolean),
    roles: defaulted(kind.texts, 'Handles of roles.'),
    ...switched,
    last_seen_at: given(kind.timestamp),
    ...dated,
  },
);
export type User = Reading<typeof userShape>;
export type AddUser = Adding<typeof userShape>;

export const staffShape = shape(
  'Staff',
  'Someone who works in a shop: `{staffIdentifier}` is `identifier`.',
  {
    ...numbered,
    identifier: requiredOnce(kind.text()),
    first_name: optional(kind.text()),
    last_name: optional(kind.text()),
    email: optional(kind.email),
    location_id: optional(kind.reference),
    ...switched,
    ...dated,
  },
);
export type Staff = Reading<typeof staffShape>;

export const roleShape = shape('Role', {
  ...numbered,
  ...nameAndHandle,
  role_definition_id: optional(kind.reference),
  permissions: defaulted(kind.texts, 'Handles of permissions.'),
  ...dated,
});
export type Role = Reading<typeof roleShape>;

export const permissionShape = shape(
  'Permission',
  'What a role may do; `handle` is a scope, such as `incentives.write` (G15).',
  {
    ...numbered,
    name: required(kind.text()),
    handle: required({ ...kind.handle, write: kind.text(80).write }),
    description: optional(kind.longText),
    ...dated,
  },
);
export type Permission = Reading<typeof permissionShape>;

export const organisationsSection = {
  summary: 'Organisations, users, staff, roles and permissions.',
  contracts: [
    ...crud(
      organisationShape,
      [on.organisations, on.addOrganisation, on.readOrganisation, on.editOrganisation, on.deleteOrganisation],
      '4.6 Business',
      { one: 'an organisation', many: 'organisations', assumed: G12 },
    ),
    ...crud(
      organisationProfileShape,
      [
        on.organisationProfiles,
        on.addOrganisationProfile,
        on.readOrganisationProfile,
        on.editOrganisationProfile,
        on.deleteOrganisationProfile,
      ],
      '4.6 Business',
      { one: 'a profile of an organisation', many: 'profiles of an organisation', assumed: G12 },
    ),
    ...crud(permissionShape, [on.permissions, on.readPermission], '4.6 Configuration', {
      one: 'a permission',
      many: 'permissions',
      assumed: J15,
    }),
    ...crud(permissionShape, [on.addPermission, on.editPermission, on.deletePermission], '4.6 Settings', {
      one: 'a permission',
    }),
    ...crud(roleShape, [on.roles, on.readRole], '4.6 Configuration', { one: 'a role', many: 'roles' }),
    ...crud(roleShape, [on.addRole, on.editRole, on.deleteRole], '4.6 Configuration', {
      one: 'a role',
      assumed: J15,
    }),
    ...crud(staffShape, [on.staff, on.addStaff, on.editStaff, on.deleteStaff], '4.6 Business', {
      one: 'a member of staff',
      many: 'staff',
      assumed: G12,
    }),
    ...crud(staffShape, [on.readStaff], '4.6 Business', { one: 'a member of staff' }),
    ...crud(userShape, [on.users, on.addUser, on.readUser, on.editUser, on.deleteUser], '4.6 Configuration', {
      one: 'a user',
      many: 'users',
      assumed: J15,
    }),
    contract(on.authenticatedUser, '4.6 Configuration', 'Reads the user whose token is used', {
      assumed: G12,
      reply: data(userShape.record),
    }),
  ],
};
