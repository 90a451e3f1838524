export * from '../envelope.ts';
