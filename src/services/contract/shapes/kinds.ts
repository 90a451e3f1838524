export * from '../kinds.ts';
