export * from '../auth.ts';
