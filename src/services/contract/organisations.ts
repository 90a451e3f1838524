import * as on from './endpoints/organisations.ts';
import * as kind from './kinds.ts';
import { dated, externalId, nameAndHandle, notes, recordShape, switched } from './common.ts';
import { clause, contract, crud, onlyNamed, verbsNotNamed } from './contract.ts';
import { data, page } from './envelope.ts';
import { always, defaulted, given, optional, refersTo, required, requiredOnce, secret } from './fields.ts';
import { about, shape, type Adding, type Reading } from './shape.ts';

// Records of the section Organisations and access: ASSUMPTION.
export const organisationShape = recordShape('Organisation', {
  ...nameAndHandle,
  ...externalId,
  parent_id: refersTo('organisation')(optional(kind.reference)),
  ...notes,
});
export type Organisation = Reading<typeof organisationShape>;

export const organisationProfileShape = shape('OrganisationProfile', {
  [about]: 'Membership of a profile in an organisation.',
  organisation_id: refersTo('organisation')(always(kind.reference)),
  profile_id: refersTo('profile')(requiredOnce(kind.text())),
  role: optional(kind.text(50)),
  ...dated,
});
export type OrganisationProfile = Reading<typeof organisationProfileShape>;

export const userShape = recordShape('User', {
  [about]: 'A person who signs in, or the machine user that owns the tokens of an integration (spec 5).',
  username: required(kind.text()),
  name: required(kind.text()),
  email: optional(kind.email),
  password: secret(
    { ...kind.text(200) },
    'Never returned. A change revokes the tokens of a person, but not those of a machine user (spec 5).',
  ),
  is_machine: defaulted(kind.boolean),
  roles: refersTo('role', 'handle')(defaulted(kind.texts, 'Handles of roles.')),
  ...switched,
  last_seen_at: given(kind.timestamp),
});
export type User = Reading<typeof userShape>;
export type AddUser = Adding<typeof userShape>;

export const staffShape = recordShape('Staff', {
  [about]: 'A shop employee: `{staffIdentifier}` is `identifier`.',
  identifier: requiredOnce(kind.externalId),
  first_name: optional(kind.text()),
  last_name: optional(kind.text()),
  email: optional(kind.email),
  location_id: refersTo('location')(optional(kind.reference)),
  ...switched,
});
export type Staff = Reading<typeof staffShape>;

export const roleShape = recordShape('Role', {
  ...nameAndHandle,
  role_definition_id: refersTo('role-definition')(optional(kind.reference)),
  permissions: refersTo('permission', 'handle')(defaulted(kind.texts, 'Handles of permissions.')),
});
export type Role = Reading<typeof roleShape>;

export const permissionShape = recordShape('Permission', {
  [about]: 'A right that roles have; `handle` is a scope, such as `incentives.write`.',
  name: required(kind.text()),
  handle: required({ ...kind.handle, write: kind.text(80).write }),
  description: optional(kind.longText),
});
export type Permission = Reading<typeof permissionShape>;

export const organisationsSection = {
  summary: 'Organisations, users, staff, roles and permissions.',
  contracts: [
    ...clause('4.6 Business', onlyNamed, [
      ...crud(on, 'organisations', organisationShape, { one: 'an organisation', many: 'organisations' }),
      ...crud(on, 'organisations.profiles', organisationProfileShape, {
        one: 'a profile of an organisation',
        many: 'profiles of an organisation',
      }),
      ...crud(on, 'staff', staffShape, { one: 'a member of staff', many: 'staff', except: ['show'] }),
    ]),
    ...clause('4.6 Configuration', verbsNotNamed, [
      contract(on.permissions, 'Browses permissions', { reply: page(permissionShape) }),
      contract(on.readPermission, 'Reads a permission', { reply: data(permissionShape) }),
      ...crud(on, 'roles', roleShape, { one: 'a role', except: ['index', 'show'] }),
      ...crud(on, 'users', userShape, { one: 'a user', many: 'users' }),
    ]),
    ...clause('4.6 Settings', [
      ...crud(on, 'permissions', permissionShape, { one: 'a permission', except: ['index', 'show'] }),
    ]),
    ...clause('4.6 Configuration', [
      contract(on.roles, 'Browses roles', { reply: page(roleShape) }),
      contract(on.readRole, 'Reads a role', { reply: data(roleShape) }),
      contract(on.authenticatedUser, 'Reads the user whose token is used', {
        assumed: onlyNamed,
        reply: data(userShape),
      }),
    ]),
    ...clause('4.6 Business', [
      contract(on.readStaff, 'Reads a member of staff', { reply: data(staffShape) }),
    ]),
  ],
};
