/** The catalogue: every endpoint once, by section of the spec. */
export type { Endpoint, Method, PathParameter } from './endpoint.ts';
export * from './auth.ts';
export * from './incentives/balances.ts';
export * from './incentives/rewards.ts';
export * from './incentives/tiers.ts';
export * from './lists.ts';
export * from './profiles.ts';
