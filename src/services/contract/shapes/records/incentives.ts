export * from '../../configuration/definitions.ts';
export * from '../../incentives/benefits.ts';
export * from '../../incentives/points.ts';
export * from '../../incentives/tiers.ts';
export { counted, extend, type Counted, type Extend } from '../../common.ts';
