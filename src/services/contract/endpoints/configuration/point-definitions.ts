import type { Data, Page } from '../../shapes/envelope.ts';
import type { PointDefinition, pointDefinitionShape } from '../../shapes/records/incentives.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses point definitions (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const pointDefinitions = endpoint(
  'GET',
  '/v3/points/definitions',
  'points.definitions.index',
  of<Page<PointDefinition>>,
);

/** Adds a point definition (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const addPointDefinition = endpoint(
  'POST',
  '/v3/points/definitions',
  'points.definitions.store',
  of<Data<PointDefinition>>,
  of<Adding<typeof pointDefinitionShape>>,
);

/** Reads a point definition (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const readPointDefinition = endpoint(
  'GET',
  '/v3/points/definitions/{definition}',
  'points.definitions.show',
  of<Data<PointDefinition>>,
);

/** Edits a point definition (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const editPointDefinition = endpoint(
  'PUT',
  '/v3/points/definitions/{definition}',
  'points.definitions.update',
  of<Data<PointDefinition>>,
  of<Editing<typeof pointDefinitionShape>>,
);

/** Deletes a point definition (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const deletePointDefinition = endpoint(
  'DELETE',
  '/v3/points/definitions/{definition}',
  'points.definitions.destroy',
);
