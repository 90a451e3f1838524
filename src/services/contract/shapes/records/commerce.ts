export * from '../../commerce/locations.ts';
export * from '../../commerce/orders.ts';
export * from '../../commerce/transactions.ts';
export { group, type Group } from '../../common.ts';
