import type { Data, Page } from '../../shapes/envelope.ts';
import type { Status, statusShape } from '../../shapes/records/configuration.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses statuses (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const statuses = endpoint('GET', '/v3/statuses', 'statuses.index', of<Page<Status>>);

/** Adds a status (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const addStatus = endpoint(
  'POST',
  '/v3/statuses',
  'statuses.store',
  of<Data<Status>>,
  of<Adding<typeof statusShape>>,
);

/** Reads a status (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const readStatus = endpoint('GET', '/v3/statuses/{status}', 'statuses.show', of<Data<Status>>);

/** Edits a status (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const editStatus = endpoint(
  'PUT',
  '/v3/statuses/{status}',
  'statuses.update',
  of<Data<Status>>,
  of<Editing<typeof statusShape>>,
);

/** Deletes a status (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const deleteStatus = endpoint('DELETE', '/v3/statuses/{status}', 'statuses.destroy');
