import * as v from 'valibot';
import * as on from '../endpoints/commerce.ts';
import * as kind from '../kinds.ts';
import { line, quantity } from './orders.ts';
import { productShape } from './products.ts';
import { accepted, customFieldShape, dated, group, numbered } from '../common.ts';
import { contract, crud, G12, J9 } from '../contract.ts';
import { data, page, records } from '../envelope.ts';
import { redemptionTransactionLocationShape } from '../incentives/redemptions.ts';
import { listItemShape } from '../lists.ts';
import {
  always,
  byCustomer,
  given,
  listOf,
  named,
  nested,
  optional,
  optionalOnce,
  type Reading,
  required,
  requiredOnce,
  shape,
  staffOnly,
} from '../shape.ts';

export const transactionItemShape = shape(
  'TransactionItem',
  'A line of a purchase: what describes it can be changed, amounts and purchase cannot (judgement J8).',
  {
    ...numbered,
    transaction_id: given(kind.text()),
    ...line,
    name: required(kind.text()),
    description: optional(kind.longText),
    quantity: requiredOnce(quantity),
    price: requiredOnce(kind.decimal, 'For one of them, decimal text.'),
    total: given(kind.number),
    meta: staffOnly(optional(kind.anyArray)),
    ...dated,
  },
);
export type TransactionItem = Reading<typeof transactionItemShape>;

export const transactionShape = shape(
  'Transaction',
  'A purchase. Nothing of it can be changed once it is there (spec 1 rule 7, 3).',
  {
    id: always(kind.text()),
    external_id: requiredOnce(
      kind.text(),
      'Unique in the tenant: the same content again answers the stored record (G54).',
    ),
    profile_id: optionalOnce(kind.text()),
    order_id: optionalOnce(kind.reference),
    receipt_ref: optionalOnce(kind.text()),
    refund_of: optionalOnce(
      kind.text(),
      'Of a refund, which has a total below zero: the external id of the purchase that it refunds (G63).',
    ),
    transacted_at: requiredOnce(kind.timestamp),
    total: requiredOnce(kind.number, 'A number, as in 2.3.'),
    currency: optionalOnce(kind.currencyCode),
    location_id: optionalOnce(kind.reference),
    location: given(
      nested(redemptionTransactionLocationShape),
      'Three texts, as in 2.3: here its id is one too (rule R38).',
    ),
    items: optionalOnce(listOf(transactionItemShape)),
    meta: staffOnly(optionalOnce(kind.anyArray)),
    ...dated,
  },
);
export type Transaction = Reading<typeof transactionShape>;

export const transactionClaimShape = shape(
  'TransactionClaim',
  "A customer's word that a purchase was theirs.",
  {
    ...numbered,
    profile_id: always(kind.text()),
    receipt_ref: byCustomer(requiredOnce(kind.text())),
    transacted_at: byCustomer(optionalOnce(kind.timestamp)),
    total: byCustomer(optionalOnce(kind.number)),
    status: always(kind.text(), '`pending`, `matched` or `refused`.'),
    transaction_id: given(kind.text()),
    ...dated,
  },
);
export type TransactionClaim = Reading<typeof transactionClaimShape>;

export const onList = named(
  'OnList',
  v.object({
    list: v.union([kind.reference.write, kind.text().write]),
    profile_id: v.optional(kind.text().write),
  }),
  "Which of a profile's purchases to look for, and the list that a purchased line goes to.",
);
export type OnList = v.InferInput<typeof onList>;

export const transactionContracts = [
  ...crud(
    transactionClaimShape,
    [
      on.profileTransactionClaims,
      on.addProfileTransactionClaim,
      on.readProfileTransactionClaim,
      on.deleteProfileTransactionClaim,
    ],
    '4.6 Profile sub-resources',
    { one: 'a transaction claim of a profile', many: 'transaction claims of a profile' },
  ),
  contract(on.addTransaction, '4.6 Business, 1 rule 7', 'Adds a transaction, which nothing changes later', {
    assumed: G12,
    reply: data(transactionShape.record),
    body: transactionShape.add,
  }),
  contract(on.readTransaction, '4.6 Business', 'Reads a transaction', {
    assumed: G12,
    reply: data(transactionShape.record),
  }),
  ...crud(transactionShape, [on.transactions], '4.6 Business', { many: 'transactions', assumed: G12 }),
  ...crud(
    customFieldShape,
    [
      on.transactionCustomFields,
      on.addTransactionCustomField,
      on.readTransactionCustomField,
      on.editTransactionCustomField,
      on.deleteTransactionCustomField,
    ],
    '4.6 Business',
    { one: 'a custom field of a transaction', many: 'custom fields of a transaction', assumed: J9 },
  ),
  contract(
    on.editTransactionItem,
    '4.6 Business',
    'Edits what describes a transaction item; amounts and transaction stay (ASSUMPTION J8)',
    { reply: data(transactionItemShape.record), body: transactionItemShape.edit },
  ),
  ...crud(transactionItemShape, [on.transactionItems, on.readTransactionItem], '4.6 Business', {
    one: 'a transaction item',
    many: 'transaction items',
    assumed: G12,
  }),
  contract(
    on.findProfileTransactions,
    '4.6 Profile sub-resources',
    'Finds transactions of a profile by what is on the receipt',
    { reply: page(transactionShape.record) },
  ),
  contract(
    on.groupProfileTransactions,
    '4.6 Profile sub-resources',
    'Counts the transactions of a profile in groups',
    { reply: page(group) },
  ),
  contract(
    on.profileTransactionProducts,
    '4.6 Profile sub-resources',
    'Browses the products that a profile has bought',
    { reply: page(productShape.record) },
  ),
  contract(
    on.profileTransactionItemsOfList,
    '4.6 Profile sub-resources',
    'Browses the transaction items of a profile that stand on lists of a type',
    { reply: page(transactionItemShape.record) },
  ),
  contract(
    on.addProfileTransactionItemListItem,
    '4.6 Profile sub-resources',
    'Puts a transaction item of a profile on one of its lists',
    { reply: data(listItemShape.record), body: onList },
  ),
  contract(
    on.unattachProfileTransaction,
    '4.6 Profile sub-resources',
    'Takes a transaction from a profile: a GET that acts (rule R77)',
    { acts: true, reply: data(transactionShape.record) },
  ),
  contract(on.batchTransactions, '4.6 Business', 'Adds transactions in a batch', {
    reply: data(accepted),
    body: records(transactionShape.add),
  }),
  contract(
    on.createOrUpdateTransaction,
    '4.6 Business',
    'Adds a transaction unless it is there; what is there never changes (ASSUMPTION J3)',
    { assumed: G12, reply: data(transactionShape.record), body: transactionShape.add },
  ),
  contract(on.addTransactionItemListItem, '4.6 Business', 'Puts a transaction item on a list', {
    reply: data(listItemShape.record),
    body: onList,
  }),
  contract(
    on.resendTransactionItem,
    '4.6 Business',
    'Sends a transaction item once more to the systems that want it',
    { reply: data(accepted) },
  ),
  contract(on.queueTransactions, '4.6 Business', 'Accepts transactions to be worked on later', {
    assumed: G12,
    reply: data(accepted),
    body: records(transactionShape.add),
  }),
  contract(on.queueTransactionCreation, '4.6 Business', 'Accepts transactions to be added later', {
    reply: data(accepted),
    body: records(transactionShape.add),
  }),
  contract(
    on.resendTransaction,
    '4.6 Business',
    'Sends a transaction once more to the systems that want it',
    { reply: data(accepted) },
  ),
  contract(on.readTransactionByExternalId, '4.6 Business', 'Reads a transaction by its external id', {
    assumed: G12,
    reply: data(transactionShape.record),
  }),
  contract(on.triggerTransactionEvent, '4.6 Business, 6', 'Fires the triggers of a transaction', {
    more: '; the transaction stays as it is.',
    assumed: G12,
    reply: data(accepted),
  }),
];
