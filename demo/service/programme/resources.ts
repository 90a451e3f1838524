import { allocationShape } from '../../../src/services/contract/incentives/benefits.ts';
import { achievementResources } from '../achievements/achievement-definitions.ts';
import { benefitResources } from '../benefits/benefits.ts';
import { creditResources } from '../credits/credits.ts';
import { defineResource, type Resource } from '../crud/resource.ts';
import { ledgerResources } from '../points/ledger.ts';
import { rewardResources } from '../rewards/rewards.ts';
import { tierResources } from '../tiers/tier-points.ts';

/** Plain resources of the section Incentives, and the definitions of incentives (spec 1 rule 6). */
export const incentiveResources: readonly Resource[] = [
  ...rewardResources,
  ...benefitResources,
  ...creditResources,
  ...ledgerResources,
  ...tierResources,
  ...achievementResources,
  defineResource({
    id: 'allocations',
    model: 'allocation',
    shape: allocationShape,
    defaults: { quantity: 1 },
  }),
];
