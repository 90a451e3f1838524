import type { CreditDefinition, creditDefinitionShape } from '../../shapes/credit-definition.ts';
import type { Data, Page } from '../../shapes/envelope.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses credit definitions (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const creditDefinitions = endpoint(
  'GET',
  '/v3/credits/definitions',
  'credits.definitions.index',
  of<Page<CreditDefinition>>,
);

/** Adds a credit definition (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const addCreditDefinition = endpoint(
  'POST',
  '/v3/credits/definitions',
  'credits.definitions.store',
  of<Data<CreditDefinition>>,
  of<Adding<typeof creditDefinitionShape>>,
);

/** Reads a credit definition (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const readCreditDefinition = endpoint(
  'GET',
  '/v3/credits/definitions/{definition}',
  'credits.definitions.show',
  of<Data<CreditDefinition>>,
);

/** Edits a credit definition (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const editCreditDefinition = endpoint(
  'PUT',
  '/v3/credits/definitions/{definition}',
  'credits.definitions.update',
  of<Data<CreditDefinition>>,
  of<Editing<typeof creditDefinitionShape>>,
);

/** Deletes a credit definition (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const deleteCreditDefinition = endpoint(
  'DELETE',
  '/v3/credits/definitions/{definition}',
  'credits.definitions.destroy',
);
