export * from '../../automation.ts';
export { accepted, type Accepted } from '../../common.ts';
export { batchShape, type Batch } from '../../platform.ts';
