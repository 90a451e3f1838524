export * from '../automation.ts';
