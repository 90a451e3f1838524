import type { Data, Page } from '../../shapes/envelope.ts';
import type { ListItem } from '../../shapes/list.ts';
import type {
  Group,
  OnList,
  Transaction,
  TransactionClaim,
  transactionClaimShape,
  TransactionItem,
} from '../../shapes/records/commerce.ts';
import type { Product } from '../../shapes/records/products.ts';
import type { Adding } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses the products that a profile has bought (spec 4.6 Profile sub-resources). */
export const profileTransactionProducts = endpoint(
  'GET',
  '/v3/profiles/{profile}/transaction-products',
  'profiles.transaction-products.index',
  of<Page<Product>>,
);

/** Browses transaction claims of a profile (spec 4.6 Profile sub-resources). */
export const profileTransactionClaims = endpoint(
  'GET',
  '/v3/profiles/{profile}/transactions/claims',
  'profiles.transactions.claims.index',
  of<Page<TransactionClaim>>,
);

/** Adds a transaction claim of a profile (spec 4.6 Profile sub-resources). */
export const addProfileTransactionClaim = endpoint(
  'POST',
  '/v3/profiles/{profile}/transactions/claims',
  'profiles.transactions.claims.store',
  of<Data<TransactionClaim>>,
  of<Adding<typeof transactionClaimShape>>,
);

/** Reads a transaction claim of a profile (spec 4.6 Profile sub-resources). */
export const readProfileTransactionClaim = endpoint(
  'GET',
  '/v3/profiles/{profile}/transactions/claims/{transactionClaim}',
  'profiles.transactions.claims.show',
  of<Data<TransactionClaim>>,
);

/** Deletes a transaction claim of a profile (spec 4.6 Profile sub-resources). */
export const deleteProfileTransactionClaim = endpoint(
  'DELETE',
  '/v3/profiles/{profile}/transactions/claims/{transactionClaim}',
  'profiles.transactions.claims.destroy',
);

/** Puts a transaction item of a profile on one of its lists (spec 4.6 Profile sub-resources). */
export const addProfileTransactionItemListItem = endpoint(
  'POST',
  '/v3/profiles/{profile}/transactions/items/{transactionitem}/list-item',
  'profiles.transactions.items.list-item.store',
  of<Data<ListItem>>,
  of<OnList>,
);

/** Finds transactions of a profile by what is on the receipt (spec 4.6 Profile sub-resources). */
export const findProfileTransactions = endpoint(
  'GET',
  '/v3/profiles/{profile}/find-transactions',
  'profiles.find-transactions',
  of<Page<Transaction>>,
);

/** Counts the transactions of a profile in groups (spec 4.6 Profile sub-resources). */
export const groupProfileTransactions = endpoint(
  'GET',
  '/v3/profiles/{profile}/group_transactions',
  'profiles.group_transactions',
  of<Page<Group>>,
);

/** Takes a transaction from a profile: a GET that acts (rule R77) (spec 4.6 Profile sub-resources). */
export const unattachProfileTransaction = endpoint(
  'GET',
  '/v3/profiles/{profile}/transactions/{transaction}/unattach',
  'profiles.transactions.unattach',
  of<Data<Transaction>>,
);

/**
 * Browses the transaction items of a profile that stand on lists of a type (spec 4.6 Profile sub-resources).
 */
export const profileTransactionItemsOfList = endpoint(
  'GET',
  '/v3/profiles/{profile}/transactionitems/list/{type}',
  'profiles.transactionitems.list',
  of<Page<TransactionItem>>,
);
