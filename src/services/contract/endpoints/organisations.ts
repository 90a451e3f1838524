import { get, post, put, remove } from '../endpoint.ts';

export const organisations = get('/v3/organisations', 'organisations.index');
export const addOrganisation = post('/v3/organisations', 'organisations.store');
export const readOrganisation = get('/v3/organisations/{organisation}', 'organisations.show');
export const editOrganisation = put('/v3/organisations/{organisation}', 'organisations.update');
export const deleteOrganisation = remove('/v3/organisations/{organisation}', 'organisations.destroy');

export const permissions = get('/v3/permissions', 'permissions.index');
export const addPermission = post('/v3/permissions', 'permissions.store');
export const readPermission = get('/v3/permissions/{PermissionId}', 'permissions.show');
export const editPermission = put('/v3/permissions/{PermissionId}', 'permissions.update');
export const deletePermission = remove('/v3/permissions/{PermissionId}', 'permissions.destroy');

export const organisationProfiles = get('/v3/organisations/{organisation}/profiles', 'organisations.profiles.index');
export const addOrganisationProfile = post('/v3/organisations/{organisation}/profiles', 'organisations.profiles.store');
export const readOrganisationProfile = get('/v3/organisations/{organisation}/profiles/{profile}', 'organisations.profiles.show');
export const editOrganisationProfile = put('/v3/organisations/{organisation}/profiles/{profile}', 'organisations.profiles.update');
export const deleteOrganisationProfile = remove('/v3/organisations/{organisation}/profiles/{profile}', 'organisations.profiles.destroy');

export const roles = get('/v3/roles', 'roles.index');
export const addRole = post('/v3/roles', 'roles.store');
export const readRole = get('/v3/roles/{role}', 'roles.show');
export const editRole = put('/v3/roles/{role}', 'roles.update');
export const deleteRole = remove('/v3/roles/{role}', 'roles.destroy');

export const staff = get('/v3/staff', 'staff.index');
export const addStaff = post('/v3/staff', 'staff.store');
export const readStaff = get('/v3/staff/{staffIdentifier}', 'staff.show');
export const editStaff = put('/v3/staff/{staffIdentifier}', 'staff.update');
export const deleteStaff = remove('/v3/staff/{staffIdentifier}', 'staff.destroy');

export const users = get('/v3/users', 'users.index');
export const addUser = post('/v3/users', 'users.store');
export const readUser = get('/v3/users/{user}', 'users.show');
export const editUser = put('/v3/users/{user}', 'users.update');
export const deleteUser = remove('/v3/users/{user}', 'users.destroy');
export const authenticatedUser = get('/v3/users/me', 'users.me');
