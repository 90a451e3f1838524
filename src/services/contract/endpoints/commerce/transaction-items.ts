import type { Data, Page } from '../../shapes/envelope.ts';
import type { ListItem } from '../../shapes/list.ts';
import type { Accepted } from '../../shapes/records/automation.ts';
import type { OnList, TransactionItem, transactionItemShape } from '../../shapes/records/commerce.ts';
import type { Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses transaction items (spec 4.6 Business). Path: ASSUMPTION G12. */
export const transactionItems = endpoint(
  'GET',
  '/v3/transactions/items',
  'transactions.items.index',
  of<Page<TransactionItem>>,
);

/** Reads a transaction item (spec 4.6 Business). Path: ASSUMPTION G12. */
export const readTransactionItem = endpoint(
  'GET',
  '/v3/transactions/items/{transactionitem}',
  'transactions.items.show',
  of<Data<TransactionItem>>,
);

/**
 * Edits what describes a transaction item; amounts and transaction stay (ASSUMPTION J8) (spec 4.6 Business).
 */
export const editTransactionItem = endpoint(
  'PUT',
  '/v3/transactions/items/{transactionitem}',
  'transactions.items.update',
  of<Data<TransactionItem>>,
  of<Editing<typeof transactionItemShape>>,
);

/** Puts a transaction item on a list (spec 4.6 Business). */
export const addTransactionItemListItem = endpoint(
  'POST',
  '/v3/transactions/items/{transactionitem}/list-item',
  'transactions.items.list-item.store',
  of<Data<ListItem>>,
  of<OnList>,
);

/** Sends a transaction item once more to the systems that want it (spec 4.6 Business). */
export const resendTransactionItem = endpoint(
  'POST',
  '/v3/transactions/items/{transactionitem}/resend',
  'transactions.items.resend',
  of<Data<Accepted>>,
);
