import { rewardDefinitionShape, rewardShape } from '../../../src/services/contract/shapes/reward.ts';
import { invalid } from '../api/problem.ts';
import type { KnownCall } from '../api/route.ts';
import type { Resource } from '../crud/resource.ts';
import { type Values, tableOf } from '../crud/tables.ts';
import { findRecord } from '../crud/store.ts';
import { checkIssuable } from '../programme/archived.ts';
import { stockLeft } from './definitions.ts';
import { rewardCode } from './issue-reward.ts';
import { withDefinition, type Definitions } from '../programme/joined.ts';
import { endAfterDays } from '../programme/periods.ts';
import { programmeOf } from '../programme/programme.ts';
import { settleDue } from '../points/settle.ts';
import { takeReward } from './stock.ts';

/** Whose definition a reward shows. */
export const definitionOfReward: Definitions = {
  model: 'reward-definition',
  field: 'reward_definition_id',
  shape: rewardDefinitionShape,
  computed: stockLeft,
};

/** Rewards of profiles: claimed with points, or issued. */
export const reward = {
  model: 'reward',
  shape: rewardShape,
  // An achievement that points complete when they are released gives one.
  beforeReading: ({ db, profileId }) => settleDue(db, profileId),
  withRelated: withDefinition(definitionOfReward),
  // Issued, not claimed: no points and no limit, but from the same stock.
  adding: async ({ db }: KnownCall, values: Values) => {
    const named = String(values['reward_definition_id']);
    const definition = await findRecord(db, tableOf('reward-definition'), {}, named);
    checkIssuable(definition, 'reward_definition_id');
    if (
      typeof definition['stock'] === 'number' &&
      (await takeReward(db, Number(definition.id))) === undefined
    )
      throw invalid({ reward_definition_id: ['All gone.'] });
    return {
      expires_at: endAfterDays(definition['valid_days'], (await programmeOf(db)).timezone),
      ...values,
      ...{ code: rewardCode(), points_spent: 0 },
    };
  },
} satisfies Omit<Resource, 'id'>;
