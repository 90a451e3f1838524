import type { Data, Page } from '../../shapes/envelope.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import type { FullTierDefinition, tierDefinitionShape } from '../../shapes/tier.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses tier definitions (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const tierDefinitions = endpoint(
  'GET',
  '/v3/tiers/definitions',
  'tiers.definitions.index',
  of<Page<FullTierDefinition>>,
);

/** Adds a tier definition (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const addTierDefinition = endpoint(
  'POST',
  '/v3/tiers/definitions',
  'tiers.definitions.store',
  of<Data<FullTierDefinition>>,
  of<Adding<typeof tierDefinitionShape>>,
);

/** Reads a tier definition (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const readTierDefinition = endpoint(
  'GET',
  '/v3/tiers/definitions/{definition}',
  'tiers.definitions.show',
  of<Data<FullTierDefinition>>,
);

/** Edits a tier definition (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const editTierDefinition = endpoint(
  'PUT',
  '/v3/tiers/definitions/{definition}',
  'tiers.definitions.update',
  of<Data<FullTierDefinition>>,
  of<Editing<typeof tierDefinitionShape>>,
);

/** Deletes a tier definition (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const deleteTierDefinition = endpoint(
  'DELETE',
  '/v3/tiers/definitions/{definition}',
  'tiers.definitions.destroy',
);
