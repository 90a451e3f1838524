/** Section Organisations and access (spec 1 rule 4). */
export * from '../organisations.ts';
export * from './permissions.ts';
export * from './profiles.ts';
export * from './roles.ts';
export * from './staff.ts';
export * from './users.ts';
