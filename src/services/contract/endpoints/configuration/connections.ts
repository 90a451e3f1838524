import type { Data, Page } from '../../shapes/envelope.ts';
import type { Connection, connectionShape } from '../../shapes/records/configuration.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses connections of the tenant (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const connections = endpoint('GET', '/v3/connections', 'connections.index', of<Page<Connection>>);

/** Adds a connection of the tenant (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const addConnection = endpoint(
  'POST',
  '/v3/connections',
  'connections.store',
  of<Data<Connection>>,
  of<Adding<typeof connectionShape>>,
);

/** Reads a connection of the tenant (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const readConnection = endpoint(
  'GET',
  '/v3/connections/{connectionId}',
  'connections.show',
  of<Data<Connection>>,
);

/** Edits a connection of the tenant (spec 4.6 Business). */
export const editConnection = endpoint(
  'PUT',
  '/v3/connections/{connectionId}',
  'connections.update',
  of<Data<Connection>>,
  of<Editing<typeof connectionShape>>,
);

/** Deletes a connection of the tenant (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const deleteConnection = endpoint('DELETE', '/v3/connections/{connectionId}', 'connections.destroy');
