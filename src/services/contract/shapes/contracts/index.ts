export { contractOf, contracts } from '../../catalogue.ts';
export type { Contract } from '../../contract.ts';
