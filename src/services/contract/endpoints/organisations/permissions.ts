import type { Data, Page } from '../../shapes/envelope.ts';
import type { Permission, permissionShape } from '../../shapes/records/organisations.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses permissions (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const permissions = endpoint('GET', '/v3/permissions', 'permissions.index', of<Page<Permission>>);

/** Adds a permission (spec 4.6 Settings). */
export const addPermission = endpoint(
  'POST',
  '/v3/permissions',
  'permissions.store',
  of<Data<Permission>>,
  of<Adding<typeof permissionShape>>,
);

/** Reads a permission (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const readPermission = endpoint(
  'GET',
  '/v3/permissions/{PermissionId}',
  'permissions.show',
  of<Data<Permission>>,
);

/** Edits a permission (spec 4.6 Settings). */
export const editPermission = endpoint(
  'PUT',
  '/v3/permissions/{PermissionId}',
  'permissions.update',
  of<Data<Permission>>,
  of<Editing<typeof permissionShape>>,
);

/** Deletes a permission (spec 4.6 Settings). */
export const deletePermission = endpoint('DELETE', '/v3/permissions/{PermissionId}', 'permissions.destroy');
