export * from '../problems.ts';
