import type { Data, Page } from '../../shapes/envelope.ts';
import type { RoleDefinition, roleDefinitionShape } from '../../shapes/records/configuration.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses role definitions (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const roleDefinitions = endpoint(
  'GET',
  '/v3/roles/definitions',
  'roles.definitions.index',
  of<Page<RoleDefinition>>,
);

/** Adds a role definition (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const addRoleDefinition = endpoint(
  'POST',
  '/v3/roles/definitions',
  'roles.definitions.store',
  of<Data<RoleDefinition>>,
  of<Adding<typeof roleDefinitionShape>>,
);

/** Reads a role definition (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const readRoleDefinition = endpoint(
  'GET',
  '/v3/roles/definitions/{definition}',
  'roles.definitions.show',
  of<Data<RoleDefinition>>,
);

/** Edits a role definition (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const editRoleDefinition = endpoint(
  'PUT',
  '/v3/roles/definitions/{definition}',
  'roles.definitions.update',
  of<Data<RoleDefinition>>,
  of<Editing<typeof roleDefinitionShape>>,
);

/** Deletes a role definition (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const deleteRoleDefinition = endpoint(
  'DELETE',
  '/v3/roles/definitions/{definition}',
  'roles.definitions.destroy',
);
