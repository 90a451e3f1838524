import type { Data, Page } from '../../shapes/envelope.ts';
import type { RewardDefinition, rewardDefinitionShape } from '../../shapes/reward.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/**
 * Reward definitions; a customer sees the published ones (spec 4.6 Configuration). Verb and path: ASSUMPTION
 * J15, G12.
 */
export const rewardDefinitions = endpoint(
  'GET',
  '/v3/rewards/definitions',
  'rewards.definitions.index',
  of<Page<RewardDefinition>>,
);

/** Adds a reward definition (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const addRewardDefinition = endpoint(
  'POST',
  '/v3/rewards/definitions',
  'rewards.definitions.store',
  of<Data<RewardDefinition>>,
  of<Adding<typeof rewardDefinitionShape>>,
);

/** Reads a reward definition (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const readRewardDefinition = endpoint(
  'GET',
  '/v3/rewards/definitions/{definition}',
  'rewards.definitions.show',
  of<Data<RewardDefinition>>,
);

/** Edits a reward definition (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const editRewardDefinition = endpoint(
  'PUT',
  '/v3/rewards/definitions/{definition}',
  'rewards.definitions.update',
  of<Data<RewardDefinition>>,
  of<Editing<typeof rewardDefinitionShape>>,
);

/** Deletes a reward definition (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const deleteRewardDefinition = endpoint(
  'DELETE',
  '/v3/rewards/definitions/{definition}',
  'rewards.definitions.destroy',
);
