export * from '../../common.ts';
