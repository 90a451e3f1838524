export * from '../endpoint.ts';
