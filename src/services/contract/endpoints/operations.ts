export type { OperationId, Operations } from '../catalogue.ts';
