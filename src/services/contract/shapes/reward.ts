export * from '../incentives/rewards.ts';
export { eligibility, rewardDefinitionShape, type RewardDefinition } from '../configuration/definitions.ts';
