import * as on from './endpoints/organisations.ts';
import * as kind from './kinds.ts';
import { dated, externalId, nameAndHandle, notes, numbered, switched } from './common.ts';
import { clause, contract, crud, G12, J15 } from './contract.ts';
import { data } from './envelope.ts';
import { always, defaulted, given, optional, required, requiredOnce, secret } from './fields.ts';
import { shape, type Adding, type Reading } from './shape.ts';

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
  'Membership of a profile in an organisation.',
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
  'A person who signs in, or the machine user that owns the tokens of an integration (spec 5).',
  {
    ...numbered,
    username: required(kind.text()),
    name: required(kind.text()),
    email: optional(kind.email),
    password: secret(
      { ...kind.text(200) },
      'Never returned. A change revokes the tokens of a person, but not those of a machine user (spec 5).',
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

export const staffShape = shape('Staff', 'A shop employee: `{staffIdentifier}` is `identifier`.', {
  ...numbered,
  identifier: requiredOnce(kind.text()),
  first_name: optional(kind.text()),
  last_name: optional(kind.text()),
  email: optional(kind.email),
  location_id: optional(kind.reference),
  ...switched,
  ...dated,
});
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
  'A right that roles have; `handle` is a scope, such as `incentives.write` (G15).',
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
    ...clause('4.6 Business', G12, [
      ...crud(on, 'organisations', organisationShape, { one: 'an organisation', many: 'organisations' }),
      ...crud(on, 'organisations.profiles', organisationProfileShape, {
        one: 'a profile of an organisation',
        many: 'profiles of an organisation',
      }),
      ...crud(on, 'staff', staffShape, {
        one: 'a member of staff',
        many: 'staff',
        only: ['index', 'store', 'update', 'destroy'],
      }),
    ]),
    ...clause('4.6 Configuration', J15, [
      ...crud(on, 'permissions', permissionShape, {
        one: 'a permission',
        many: 'permissions',
        only: ['index', 'show'],
      }),
      ...crud(on, 'roles', roleShape, { one: 'a role', only: ['store', 'update', 'destroy'] }),
      ...crud(on, 'users', userShape, { one: 'a user', many: 'users' }),
    ]),
    ...clause('4.6 Settings', [
      ...crud(on, 'permissions', permissionShape, {
        one: 'a permission',
        only: ['store', 'update', 'destroy'],
      }),
    ]),
    ...clause('4.6 Configuration', [
      ...crud(on, 'roles', roleShape, { one: 'a role', many: 'roles', only: ['index', 'show'] }),
      contract(on.authenticatedUser, 'Reads the user whose token is used', {
        assumed: G12,
        reply: data(userShape),
      }),
    ]),
    ...clause('4.6 Business', [
      ...crud(on, 'staff', staffShape, { one: 'a member of staff', only: ['show'] }),
    ]),
  ],
};
