import { benefitContracts } from './benefits.ts';
import { creditContracts } from './credits.ts';
import { pointContracts } from './points.ts';
import { redemptionContracts } from './redemptions.ts';
import { rewardContracts } from './rewards.ts';
import { tierContracts } from './tiers.ts';

export const incentivesSection = {
  summary: 'Rewards, points, benefits, credits, tiers and achievements that profiles have.',
  contracts: [
    ...benefitContracts,
    ...creditContracts,
    ...pointContracts,
    ...redemptionContracts,
    ...rewardContracts,
    ...tierContracts,
  ],
};
