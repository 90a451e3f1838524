import { rewardShape } from '../../../src/services/contract/incentives/rewards.ts';
import { attributes } from '../api/query/attribute.ts';
import { invalid } from '../api/problem.ts';
import { defineModel, type Resource } from '../crud/resource.ts';
import { findRecord } from '../crud/store.ts';
import { settleDue } from '../points/settle.ts';
import { checkIssuable } from '../programme/definitions.ts';
import { endAfterDays } from '../programme/periods.ts';
import { programmeOf } from '../programme/programme.ts';
import { codeColumn } from '../programme/typed-code.ts';
import { withDefinition } from '../programme/with-definition.ts';
import { definitionOfReward, rewardDefinitionResource, rewardDefinitionTable } from './definitions.ts';
import { rewardCode, takeReward } from './issue-reward.ts';
import { worthOf } from './steps.ts';
import { undoClaim } from './undo-claim.ts';

/** Rewards of profiles: claimed with points, or issued. */
export const reward = defineModel({
  model: 'reward',
  shape: rewardShape,
  // Points that are released can complete an achievement, which issues a reward.
  beforeReading: ({ db, profileId }) => settleDue(db, profileId),
  withRelated: withDefinition(definitionOfReward),
  attributes: attributes({ code: codeColumn('rewards.code') }),
  removing: undoClaim,
  // Issued, not claimed: without points and limit, but from the same stock.
  adding: async ({ db }, values) => {
    const definition = await findRecord(db, rewardDefinitionTable, {}, String(values.reward_definition_id));
    checkIssuable(definition, 'reward_definition_id');
    if (definition.stock !== null && (await takeReward(db, definition.id)) === undefined)
      throw invalid({ reward_definition_id: ['Out of stock.'] });
    return {
      expires_at: endAfterDays(definition.valid_days, (await programmeOf(db)).timezone),
      ...values,
      ...worthOf(definition),
      code: rewardCode(),
      points_spent: 0,
    };
  },
});

export const rewardResources: readonly Resource[] = [
  rewardDefinitionResource,
  { id: 'rewards', ...reward },
  { id: 'profiles.rewards', ...reward, without: ['add'] },
];
