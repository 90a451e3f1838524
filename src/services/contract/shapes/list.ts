export * from '../lists.ts';
