export * from '../configuration/definitions.ts';
