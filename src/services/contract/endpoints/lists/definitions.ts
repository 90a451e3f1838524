import type { Data, Page } from '../../shapes/envelope.ts';
import type { ListDefinition, listDefinitionShape } from '../../shapes/list.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses list definitions (spec 4.6 Incentives). Verb and path: ASSUMPTION J15, G12. */
export const listDefinitions = endpoint(
  'GET',
  '/v3/lists/definitions',
  'lists.definitions.index',
  of<Page<ListDefinition>>,
);

/** Adds a list definition (spec 4.6 Incentives). Verb and path: ASSUMPTION J15, G12. */
export const addListDefinition = endpoint(
  'POST',
  '/v3/lists/definitions',
  'lists.definitions.store',
  of<Data<ListDefinition>>,
  of<Adding<typeof listDefinitionShape>>,
);

/** Reads a list definition (spec 4.6 Incentives). Verb and path: ASSUMPTION J15, G12. */
export const readListDefinition = endpoint(
  'GET',
  '/v3/lists/definitions/{definition}',
  'lists.definitions.show',
  of<Data<ListDefinition>>,
);

/** Edits a list definition (spec 4.6 Incentives). Verb and path: ASSUMPTION J15, G12. */
export const editListDefinition = endpoint(
  'PUT',
  '/v3/lists/definitions/{definition}',
  'lists.definitions.update',
  of<Data<ListDefinition>>,
  of<Editing<typeof listDefinitionShape>>,
);

/** Deletes a list definition (spec 4.6 Incentives). Verb and path: ASSUMPTION J15, G12. */
export const deleteListDefinition = endpoint(
  'DELETE',
  '/v3/lists/definitions/{definition}',
  'lists.definitions.destroy',
);
