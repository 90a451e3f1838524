export * from '../incentives/tiers.ts';
export { tierDefinitionShape } from '../configuration/definitions.ts';
