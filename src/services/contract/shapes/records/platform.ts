export * from '../../platform.ts';
