export * from '../profiles.ts';
