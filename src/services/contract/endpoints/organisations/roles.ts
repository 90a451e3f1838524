import type { Data, Page } from '../../shapes/envelope.ts';
import type { Role, roleShape } from '../../shapes/records/organisations.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses roles (spec 4.6 Configuration). */
export const roles = endpoint('GET', '/v3/roles', 'roles.index', of<Page<Role>>);

/** Adds a role (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const addRole = endpoint(
  'POST',
  '/v3/roles',
  'roles.store',
  of<Data<Role>>,
  of<Adding<typeof roleShape>>,
);

/** Reads a role (spec 4.6 Configuration). */
export const readRole = endpoint('GET', '/v3/roles/{role}', 'roles.show', of<Data<Role>>);

/** Edits a role (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const editRole = endpoint(
  'PUT',
  '/v3/roles/{role}',
  'roles.update',
  of<Data<Role>>,
  of<Editing<typeof roleShape>>,
);

/** Deletes a role (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const deleteRole = endpoint('DELETE', '/v3/roles/{role}', 'roles.destroy');
