/** Section Incentives: instances, balances and redemptions; their definitions are Configuration (spec 1 rule 6) (spec 1 rule 4). */
export * from './achievements.ts';
export * from './allocations.ts';
export * from './balances.ts';
export * from './benefits.ts';
export * from './credits.ts';
export * from './estimate.ts';
export * from './points.ts';
export * from './profile-benefits.ts';
export * from './profile-redemptions.ts';
export * from './profile-rewards.ts';
export * from './redemptions.ts';
export * from './rewards.ts';
export * from './tiers.ts';
