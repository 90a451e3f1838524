import { creditDefinitionShape } from '../../../src/services/contract/shapes/credit-definition.ts';
import * as of from '../../../src/services/contract/shapes/records/incentives.ts';
import { rewardDefinitionShape } from '../../../src/services/contract/shapes/reward.ts';
import { tierDefinitionShape } from '../../../src/services/contract/shapes/tier.ts';
import { achievementDefinition } from '../achievements/achievement-definitions.ts';
import { benefit } from '../benefits/benefits.ts';
import { creditDefinitionAttributes, joinCreditDefinitions } from '../credits/credit-definitions.ts';
import { checkNumberRange } from '../credits/credit-numbers.ts';
import { availableInOrder } from './availability.ts';
import { credit, zoneOfCredit } from '../credits/credits.ts';
import { stockLeft } from '../rewards/definitions.ts';
import { withDefinition } from './joined.ts';
import { ledger } from '../points/ledger.ts';
import { settleDue } from '../points/settle.ts';
import { reward } from '../rewards/rewards.ts';
import { withBrought } from '../tiers/tier-definitions.ts';
import { tierPoint } from '../tiers/tier-points.ts';
import { attributes, column, jsonField } from '../api/query/attribute.ts';
import type { Resource } from '../crud/resource.ts';
import type { Values, Stored } from '../crud/tables.ts';

/** Definitions begin hidden: nobody sees one that is half written. */
const hidden = { is_published: false };

/** Definitions of incentives (spec 1 rule 6): section Configuration. */
const definitions: readonly Resource[] = [
  {
    id: 'rewards.definitions',
    model: 'reward-definition',
    shape: rewardDefinitionShape,
    defaults: hidden,
    computed: stockLeft,
    attributes: attributes({ stock_left: column('number', 'reward_definitions.stock') }),
    ...availableInOrder,
    // Customers browse them too, and see whether they can claim each.
    without: ['browse'],
  },
  {
    id: 'benefits.definitions',
    model: 'benefit-definition',
    shape: of.benefitDefinitionShape,
    defaults: { ...hidden, points_cost: 0, uses: 1 },
    computed: stockLeft,
    attributes: attributes({ stock_left: jsonField('number', 'records.fields', 'stock') }),
    ...availableInOrder,
  },
  {
    id: 'points.definitions',
    model: 'point-definition',
    shape: of.pointDefinitionShape,
    defaults: hidden,
  },
  {
    id: 'credits.definitions',
    model: 'credit-definition',
    shape: creditDefinitionShape,
    defaults: { ...hidden, is_archived: false, period_type: 'day', release_period_type: 'day' },
    fixedInUse: ['currency_id'],
    zoneOf: ({ db }, values) => zoneOfCredit(db, values, {} as Stored),
    adding: async (_, values) => withNumbers(values, values),
    editing: async (_, record, values) => withNumbers({ ...record, ...values }, values),
    computed: { meta: (record) => record['meta'] ?? [], tags: (record) => record['tags'] ?? [] },
    withRelated: joinCreditDefinitions,
    attributes: creditDefinitionAttributes,
  },
  {
    id: 'tiers.definitions',
    model: 'tier-definition',
    shape: tierDefinitionShape,
    // Tiers of the programme were there before they could be hidden.
    computed: { is_published: (record) => record['is_published'] ?? true },
    withRelated: withBrought,
    unique: ['points_required'],
    // Customers read them too, and see those that they can reach.
    without: ['browse', 'read'],
  },
  {
    id: 'achievements.definitions',
    model: 'achievement-definition',
    shape: of.achievementDefinitionShape,
    ...achievementDefinition,
  },
];

function withNumbers(definition: Values, values: Values): Values {
  checkNumberRange(definition);
  return values;
}

const point: Omit<Resource, 'id'> = {
  ...{ model: 'point', shape: of.pointShape, without: ['add'] },
  beforeReading: ({ db, profileId }) => settleDue(db, profileId),
};
const achievement: Omit<Resource, 'id'> = {
  model: 'achievement',
  shape: of.achievementShape,
  beforeReading: ({ db, profileId }) => settleDue(db, profileId),
  withRelated: withDefinition({
    model: 'achievement-definition',
    field: 'achievement_definition_id',
    shape: of.achievementDefinitionShape,
    computed: achievementDefinition.computed,
  }),
};

/** Instances: section Incentives. What happens with them beside these verbs is in the section's own routes. */
const instances: readonly Resource[] = [
  { id: 'rewards', ...reward },
  { id: 'profiles.rewards', ...reward, without: ['add'] },
  { id: 'benefits', ...benefit },
  { id: 'profiles.benefits', ...benefit },
  { id: 'credits', ...credit },
  { id: 'profiles.credits', ...credit },
  { id: 'points', ...point },
  { id: 'profiles.points', ...point },
  { id: 'tiers.points', ...tierPoint },
  { id: 'profiles.tiers.points', ...tierPoint },
  { id: 'profiles.achievements', ...achievement },
  {
    id: 'allocations',
    model: 'allocation',
    shape: of.allocationShape,
    defaults: { quantity: 1 },
  },
  { id: 'ledgers', ...ledger },
  { id: 'profiles.ledgers', ...ledger },
];

/** Plain resources of the section Incentives, and the definitions of what is in it. */
export const incentiveResources: readonly Resource[] = [...definitions, ...instances];
