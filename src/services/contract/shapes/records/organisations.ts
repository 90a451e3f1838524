export * from '../../organisations.ts';
