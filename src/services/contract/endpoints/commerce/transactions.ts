import type { Data, Page, Records } from '../../shapes/envelope.ts';
import type { Accepted } from '../../shapes/records/automation.ts';
import type { Transaction, transactionShape } from '../../shapes/records/commerce.ts';
import type { Adding } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses transactions (spec 4.6 Business). Path: ASSUMPTION G12. */
export const transactions = endpoint('GET', '/v3/transactions', 'transactions.index', of<Page<Transaction>>);

/** Adds a transaction, which nothing changes later (spec 4.6 Business, 1 rule 7). Path: ASSUMPTION G12. */
export const addTransaction = endpoint(
  'POST',
  '/v3/transactions',
  'transactions.store',
  of<Data<Transaction>>,
  of<Adding<typeof transactionShape>>,
);

/** Reads a transaction (spec 4.6 Business). Path: ASSUMPTION G12. */
export const readTransaction = endpoint(
  'GET',
  '/v3/transactions/{transaction}',
  'transactions.show',
  of<Data<Transaction>>,
);

/** Adds transactions in a batch (spec 4.6 Business). */
export const batchTransactions = endpoint(
  'POST',
  '/v3/transactions/batch.json',
  'transactions.batch.store',
  of<Data<Accepted>>,
  of<Records<Adding<typeof transactionShape>>>,
);

/** Accepts transactions to be added later (spec 4.6 Business). */
export const queueTransactionCreation = endpoint(
  'POST',
  '/v3/transactions/queue/create',
  'transactions.queue.create',
  of<Data<Accepted>>,
  of<Records<Adding<typeof transactionShape>>>,
);

/** Sends a transaction once more to the systems that want it (spec 4.6 Business). */
export const resendTransaction = endpoint(
  'POST',
  '/v3/transactions/{id}/resend',
  'transactions.resend',
  of<Data<Accepted>>,
);

/** Accepts transactions to be worked on later (spec 4.6 Business). Path: ASSUMPTION G12. */
export const queueTransactions = endpoint(
  'POST',
  '/v3/transactions/queue',
  'transactions.queue',
  of<Data<Accepted>>,
  of<Records<Adding<typeof transactionShape>>>,
);

/**
 * Adds a transaction unless it is there; what is there never changes (ASSUMPTION J3) (spec 4.6 Business).
 * Path: ASSUMPTION G12.
 */
export const createOrUpdateTransaction = endpoint(
  'POST',
  '/v3/transactions/create-update',
  'transactions.create-update',
  of<Data<Transaction>>,
  of<Adding<typeof transactionShape>>,
);

/** Reads a transaction by its external id (spec 4.6 Business). Path: ASSUMPTION G12. */
export const readTransactionByExternalId = endpoint(
  'GET',
  '/v3/transactions/external-id/{external_id}',
  'transactions.show-by-external-id',
  of<Data<Transaction>>,
);

/**
 * Fires the triggers of a transaction (spec 4.6 Business, 6); the transaction stays as it is. Path:
 * ASSUMPTION G12.
 */
export const triggerTransactionEvent = endpoint(
  'POST',
  '/v3/transactions/{transaction}/trigger-event',
  'transactions.trigger-event',
  of<Data<Accepted>>,
);
