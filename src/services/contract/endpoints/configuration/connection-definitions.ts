import type { Data, Page } from '../../shapes/envelope.ts';
import type { ConnectionDefinition, connectionDefinitionShape } from '../../shapes/records/configuration.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses connection definitions (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const connectionDefinitions = endpoint(
  'GET',
  '/v3/connections/definitions',
  'connections.definitions.index',
  of<Page<ConnectionDefinition>>,
);

/** Adds a connection definition (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const addConnectionDefinition = endpoint(
  'POST',
  '/v3/connections/definitions',
  'connections.definitions.store',
  of<Data<ConnectionDefinition>>,
  of<Adding<typeof connectionDefinitionShape>>,
);

/** Reads a connection definition (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const readConnectionDefinition = endpoint(
  'GET',
  '/v3/connections/definitions/{definition}',
  'connections.definitions.show',
  of<Data<ConnectionDefinition>>,
);

/** Edits a connection definition (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const editConnectionDefinition = endpoint(
  'PUT',
  '/v3/connections/definitions/{definition}',
  'connections.definitions.update',
  of<Data<ConnectionDefinition>>,
  of<Editing<typeof connectionDefinitionShape>>,
);

/** Deletes a connection definition (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const deleteConnectionDefinition = endpoint(
  'DELETE',
  '/v3/connections/definitions/{definition}',
  'connections.definitions.destroy',
);
