import { locationContracts } from './locations.ts';
import { orderContracts } from './orders.ts';
import { productContracts } from './products.ts';
import { transactionContracts } from './transactions.ts';

export const commerceSection = {
  summary: 'Transactions, which never change, orders, products, locations, ratings.',
  contracts: [...locationContracts, ...orderContracts, ...productContracts, ...transactionContracts],
};
