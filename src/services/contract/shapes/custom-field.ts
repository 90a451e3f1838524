export * from '../common.ts';
