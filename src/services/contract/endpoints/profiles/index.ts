/** Section Profiles (spec 1 rule 4). */
export * from '../profiles.ts';
export * from './addresses.ts';
export * from './aggregations.ts';
export * from './attributes.ts';
export * from './batches.ts';
export * from './connections.ts';
export * from './custom-attributes.ts';
export * from './identities.ts';
export * from './interactions.ts';
