import type { Data, Page } from '../../shapes/envelope.ts';
import type { Group } from '../../shapes/records/commerce.ts';
import type { CloneDefinition } from '../../shapes/records/configuration.ts';
import type { BenefitDefinition, benefitDefinitionShape } from '../../shapes/records/incentives.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses benefit definitions (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const benefitDefinitions = endpoint(
  'GET',
  '/v3/benefits/definitions',
  'benefits.definitions.index',
  of<Page<BenefitDefinition>>,
);

/** Adds a benefit definition (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const addBenefitDefinition = endpoint(
  'POST',
  '/v3/benefits/definitions',
  'benefits.definitions.store',
  of<Data<BenefitDefinition>>,
  of<Adding<typeof benefitDefinitionShape>>,
);

/** Reads a benefit definition (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const readBenefitDefinition = endpoint(
  'GET',
  '/v3/benefits/definitions/{definition}',
  'benefits.definitions.show',
  of<Data<BenefitDefinition>>,
);

/** Edits a benefit definition (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const editBenefitDefinition = endpoint(
  'PUT',
  '/v3/benefits/definitions/{definition}',
  'benefits.definitions.update',
  of<Data<BenefitDefinition>>,
  of<Editing<typeof benefitDefinitionShape>>,
);

/** Deletes a benefit definition (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const deleteBenefitDefinition = endpoint(
  'DELETE',
  '/v3/benefits/definitions/{definition}',
  'benefits.definitions.destroy',
);

/**
 * Reads a benefit definition by its handle; definitions are Configuration (ASSUMPTION J6) (spec 4.6
 * Incentives).
 */
export const readBenefitDefinitionByHandle = endpoint(
  'GET',
  '/v3/benefits/definitions/handle/{handle}',
  'benefits.definitions.show-by-handle',
  of<Data<BenefitDefinition>>,
);

/** Browses benefit definitions by campaign (spec 4.6 Configuration). Path: ASSUMPTION G12. */
export const groupBenefitDefinitions = endpoint(
  'GET',
  '/v3/benefits/definitions/group/campaign',
  'benefits.definitions.group',
  of<Page<Group>>,
);

/** Makes a copy of a benefit definition (spec 4.6 Configuration). Path: ASSUMPTION G12. */
export const cloneBenefitDefinition = endpoint(
  'POST',
  '/v3/benefits/definitions/{definition}/clone',
  'benefits.definitions.clone',
  of<Data<BenefitDefinition>>,
  of<CloneDefinition>,
);
