export * from '../../profiles.ts';
