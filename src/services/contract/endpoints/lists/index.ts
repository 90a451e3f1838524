/** Section Lists (spec 1 rule 4). */
export * from '../lists.ts';
export * from './custom-fields.ts';
export * from './definitions.ts';
export * from './reservations.ts';
export * from './shares.ts';
