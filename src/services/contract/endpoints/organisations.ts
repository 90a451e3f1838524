import { endpoint } from '../endpoint.ts';

export const organisations = endpoint('GET', '/v3/organisations', 'organisations.index');
export const addOrganisation = endpoint('POST', '/v3/organisations', 'organisations.store');
export const readOrganisation = endpoint('GET', '/v3/organisations/{organisation}', 'organisations.show');
export const editOrganisation = endpoint('PUT', '/v3/organisations/{organisation}', 'organisations.update');
export const deleteOrganisation = endpoint('DELETE', '/v3/organisations/{organisation}', 'organisations.destroy');

export const permissions = endpoint('GET', '/v3/permissions', 'permissions.index');
export const addPermission = endpoint('POST', '/v3/permissions', 'permissions.store');
export const readPermission = endpoint('GET', '/v3/permissions/{PermissionId}', 'permissions.show');
export const editPermission = endpoint('PUT', '/v3/permissions/{PermissionId}', 'permissions.update');
export const deletePermission = endpoint('DELETE', '/v3/permissions/{PermissionId}', 'permissions.destroy');

export const organisationProfiles = endpoint('GET', '/v3/organisations/{organisation}/profiles', 'organisations.profiles.index');
export const addOrganisationProfile = endpoint('POST', '/v3/organisations/{organisation}/profiles', 'organisations.profiles.store');
export const readOrganisationProfile = endpoint('GET', '/v3/organisations/{organisation}/profiles/{profile}', 'organisations.profiles.show');
export const editOrganisationProfile = endpoint('PUT', '/v3/organisations/{organisation}/profiles/{profile}', 'organisations.profiles.update');
export const deleteOrganisationProfile = endpoint('DELETE', '/v3/organisations/{organisation}/profiles/{profile}', 'organisations.profiles.destroy');

export const roles = endpoint('GET', '/v3/roles', 'roles.index');
export const addRole = endpoint('POST', '/v3/roles', 'roles.store');
export const readRole = endpoint('GET', '/v3/roles/{role}', 'roles.show');
export const editRole = endpoint('PUT', '/v3/roles/{role}', 'roles.update');
export const deleteRole = endpoint('DELETE', '/v3/roles/{role}', 'roles.destroy');

export const staff = endpoint('GET', '/v3/staff', 'staff.index');
export const addStaff = endpoint('POST', '/v3/staff', 'staff.store');
export const readStaff = endpoint('GET', '/v3/staff/{staffIdentifier}', 'staff.show');
export const editStaff = endpoint('PUT', '/v3/staff/{staffIdentifier}', 'staff.update');
export const deleteStaff = endpoint('DELETE', '/v3/staff/{staffIdentifier}', 'staff.destroy');

export const users = endpoint('GET', '/v3/users', 'users.index');
export const addUser = endpoint('POST', '/v3/users', 'users.store');
export const readUser = endpoint('GET', '/v3/users/{user}', 'users.show');
export const editUser = endpoint('PUT', '/v3/users/{user}', 'users.update');
export const deleteUser = endpoint('DELETE', '/v3/users/{user}', 'users.destroy');
export const authenticatedUser = endpoint('GET', '/v3/users/me', 'users.me');
