import * as v from 'valibot';
import * as on from '../endpoints/commerce.ts';
import * as kind from '../kinds.ts';
import { line } from './orders.ts';
import { productShape } from './products.ts';
import { accepted, customFieldShape, dated, group, recordShape } from '../common.ts';
import { batch, clause, contract, crud, onlyNamed, onlyCollectionShown } from '../contract.ts';
import { data, page, withWarnings } from '../envelope.ts';
import { redemptionTransactionLocationShape } from '../incentives/redemptions.ts';
import { listItemShape } from '../lists.ts';
import {
  always,
  byCustomer,
  given,
  mayName,
  optional,
  optionalOnce,
  refersTo,
  requiredOnce,
  staffOnly,
} from '../fields.ts';
import { about, body, listOf, nested, shape, type Reading } from '../shape.ts';

export const transactionItemShape = recordShape('TransactionItem', {
  [about]: 'A line of a purchase: its description can be changed, its amounts and purchase cannot.',
  transaction_id: given(kind.text()),
  ...line,
  name: optional(kind.text()),
  description: optional(kind.longText),
  quantity: optionalOnce(kind.number, 'With decimals for what is sold by weight or length.'),
  price: optionalOnce(kind.decimal, 'Price per unit, decimal text.'),
  total: given(kind.number),
  meta: staffOnly(optional(kind.anyArray)),
});
export type TransactionItem = Reading<typeof transactionItemShape>;

/** Lines describe a purchase: the service reads of each what it can, and names the rest in `warnings`. */
const lines = {
  ...listOf(transactionItemShape),
  write: v.array(v.unknown()) as v.GenericSchema<NewLine[]>,
};
type Line = v.InferInput<typeof transactionItemShape.add>;
type Decimal = number | string | null | undefined;
/** A line as it is sent: tills write numbers as text. */
export type NewLine = Omit<Line, 'quantity' | 'price'> & { quantity?: Decimal; price?: Decimal };

export const transactionShape = shape('Transaction', {
  [about]: 'A purchase, which is never changed (spec 1 rule 7, 3).',
  id: always(kind.text()),
  external_id: requiredOnce(
    kind.externalId,
    'Unique in the tenant: a repeated request returns the stored record.',
  ),
  profile_id: refersTo('profile')(optionalOnce(kind.text())),
  order_id: refersTo('order')(optionalOnce(kind.reference)),
  receipt_ref: optionalOnce(kind.text()),
  refund_of: optionalOnce(
    kind.text(),
    'For a refund, whose total is negative: external id of the refunded purchase.',
  ),
  transacted_at: requiredOnce(kind.pastTimestamp),
  total: requiredOnce(kind.moneyNumber, 'A number, as in 2.3.'),
  currency: mayName('currency', 'code')(optionalOnce(kind.currencyCode)),
  location_id: refersTo('location')(optionalOnce(kind.reference)),
  location: given(nested(redemptionTransactionLocationShape), 'Three texts, as in 2.3: its id is text too.'),
  items: optionalOnce(lines, 'What cannot be read of a line is left out, and named in `warnings`.'),
  meta: staffOnly(optionalOnce(kind.anyArray)),
  ...dated,
});
export type Transaction = Reading<typeof transactionShape>;

export const transactionClaimShape = recordShape('TransactionClaim', {
  [about]: "A customer's request to get a past transaction assigned to the profile.",
  profile_id: always(kind.text()),
  receipt_ref: byCustomer(requiredOnce(kind.text())),
  transacted_at: byCustomer(optionalOnce(kind.pastTimestamp)),
  total: byCustomer(optionalOnce(kind.moneyNumber)),
  status: always(kind.text(), '`pending`, `matched` or `refused`.'),
  transaction_id: given(kind.text()),
});
export type TransactionClaim = Reading<typeof transactionClaimShape>;

export const onList = body('OnList', {
  [about]: 'The list to add a purchased line to, and the profile whose purchase it is.',
  list: v.union([kind.reference.write, kind.text().write]),
  profile_id: v.optional(kind.text().write),
});
export type OnList = v.InferInput<typeof onList>;

export const transactionContracts = [
  ...clause('4.6 Profile sub-resources', [
    ...crud(on, 'profiles.transactions.claims', transactionClaimShape, {
      one: 'a transaction claim of a profile',
      many: 'transaction claims of a profile',
    }),
    contract(on.findProfileTransactions, 'Finds transactions of a profile by data of the receipt', {
      reply: page(transactionShape),
    }),
    contract(on.groupProfileTransactions, 'Counts the transactions of a profile in groups', {
      reply: page(group),
    }),
    contract(on.profileTransactionProducts, 'Browses the products that a profile has bought', {
      reply: page(productShape),
    }),
    contract(
      on.profileTransactionItemsOfList,
      'Browses the transaction items of a profile that are on lists of a type',
      { reply: page(transactionItemShape) },
    ),
    contract(
      on.addProfileTransactionItemListItem,
      'Adds a transaction item of a profile to one of its lists',
      { reply: data(listItemShape), body: onList },
    ),
    contract(on.unattachProfileTransaction, 'Removes a transaction from a profile: a GET that changes data', {
      acts: true,
      reply: data(transactionShape),
    }),
  ]),
  ...clause('4.6 Business', onlyNamed, [
    contract(on.readTransaction, 'Reads a transaction', { reply: data(transactionShape) }),
    contract(on.transactions, 'Browses transactions', { reply: page(transactionShape) }),
    contract(on.transactionItems, 'Browses transaction items', { reply: page(transactionItemShape) }),
    contract(on.readTransactionItem, 'Reads a transaction item', { reply: data(transactionItemShape) }),
    contract(
      on.createOrUpdateTransaction,
      'Adds a transaction unless it exists; an existing one never changes (ASSUMPTION)',
      { reply: withWarnings(transactionShape), body: transactionShape.add },
    ),
    batch(on.queueTransactions, 'Accepts transactions for later processing', transactionShape.add),
    contract(on.readTransactionByExternalId, 'Reads a transaction by its external id', {
      reply: data(transactionShape),
    }),
    contract(on.addTransaction, 'Adds a transaction, which is never changed', {
      shown: '4.6 Business, 1 rule 7',
      reply: withWarnings(transactionShape),
      body: transactionShape.add,
    }),
    contract(on.triggerTransactionEvent, 'Runs the triggers of a transaction', {
      shown: '4.6 Business, 6',
      more: '; the transaction is not changed.',
      reply: data(accepted),
    }),
  ]),
  ...clause('4.6 Business', [
    contract(
      on.editTransactionItem,
      'Edits the description of a transaction item; amounts and transaction stay (ASSUMPTION)',
      { reply: data(transactionItemShape), body: transactionItemShape.edit },
    ),
    batch(on.batchTransactions, 'Adds transactions in a batch', transactionShape.add),
    contract(on.addTransactionItemListItem, 'Adds a transaction item to a list', {
      reply: data(listItemShape),
      body: onList,
    }),
    contract(on.resendTransactionItem, 'Sends a transaction item to the connected systems again', {
      reply: data(accepted),
    }),
    batch(on.queueTransactionCreation, 'Accepts new transactions for later processing', transactionShape.add),
    contract(on.resendTransaction, 'Sends a transaction to the connected systems again', {
      reply: data(accepted),
    }),
    ...crud(on, 'transactions.custom-fields', customFieldShape, {
      one: 'a custom field of a transaction',
      many: 'custom fields of a transaction',
      assumed: onlyCollectionShown,
    }),
  ]),
];
