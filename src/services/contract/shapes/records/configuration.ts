export * from '../../configuration/reference-data.ts';
