export * from './achievements.ts';
export * from './benefits.ts';
export * from './credits.ts';
export * from './points.ts';
export * from './redemptions.ts';
export * from './rewards.ts';
export * from './tiers.ts';
