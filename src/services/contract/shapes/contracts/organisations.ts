import * as on from '../../endpoints/organisations/index.ts';
import { data } from '../envelope.ts';
import {
  organisationProfileShape,
  organisationShape,
  permissionShape,
  roleShape,
  staffShape,
  userShape,
} from '../records/organisations.ts';
import { contract, plain } from './contract.ts';

/** What each endpoint of the section takes and answers. */
export const organisationsContracts = [
  ...plain(organisationShape, {
    browse: on.organisations,
    add: on.addOrganisation,
    read: on.readOrganisation,
    edit: on.editOrganisation,
    remove: on.deleteOrganisation,
  }),
  ...plain(organisationProfileShape, {
    browse: on.organisationProfiles,
    add: on.addOrganisationProfile,
    read: on.readOrganisationProfile,
    edit: on.editOrganisationProfile,
    remove: on.deleteOrganisationProfile,
  }),
  ...plain(permissionShape, {
    browse: on.permissions,
    add: on.addPermission,
    read: on.readPermission,
    edit: on.editPermission,
    remove: on.deletePermission,
  }),
  ...plain(roleShape, {
    browse: on.roles,
    add: on.addRole,
    read: on.readRole,
    edit: on.editRole,
    remove: on.deleteRole,
  }),
  ...plain(staffShape, {
    browse: on.staff,
    add: on.addStaff,
    read: on.readStaff,
    edit: on.editStaff,
    remove: on.deleteStaff,
  }),
  ...plain(userShape, {
    browse: on.users,
    add: on.addUser,
    read: on.readUser,
    edit: on.editUser,
    remove: on.deleteUser,
  }),
  contract(on.authenticatedUser, data(userShape.record)),
];
