import * as v from 'valibot';
import {
  anyArray,
  boolean,
  count,
  currencyCode,
  decimal,
  email,
  longText,
  number,
  oneOf,
  reference,
  text,
  texts,
  timestamp,
} from '../kinds.ts';
import {
  always,
  byCustomer,
  defaulted,
  given,
  listOf,
  nested,
  optional,
  optionalOnce,
  required,
  requiredOnce,
  shape,
  staffOnly,
  type Reading,
} from '../shape.ts';
import { redemptionTransactionLocationShape } from '../redemption.ts';
import { dated, externalId, notes, numbered } from './common.ts';

// Records of the section Commerce. The spec shows parts of a transaction and a location in 2.3; the rest: ASSUMPTION G4.

const quantity = count(1, 100_000);

/** What is sold, in one line of an order or a purchase. */
const line = {
  product_id: optionalOnce(text()),
  variant_id: optionalOnce(reference),
  sku: optionalOnce(text()),
};

/** A place of the shop: the nine fields of 2.3, and where it belongs. */
export const locationShape = shape({
  ...numbered,
  type: optional(text(50)),
  name: required(text()),
  description: optional(longText),
  phone: optional(text(32)),
  email: optional(email),
  external_id: optional(text()),
  is_published: defaulted(boolean),
  is_permanently_closed: defaulted(boolean),
  region_id: optional(reference),
  ...notes,
  ...dated,
});
export type Location = Reading<typeof locationShape>;

/** A line of a purchase: what describes it can be changed, amounts and purchase cannot (judgement J8). */
export const transactionItemShape = shape({
  ...numbered,
  transaction_id: given(text()),
  ...line,
  name: required(text()),
  description: optional(longText),
  quantity: requiredOnce(quantity),
  /** For one of them, decimal text. */
  price: requiredOnce(decimal),
  total: given(number),
  meta: staffOnly(optional(anyArray)),
  ...dated,
});
export type TransactionItem = Reading<typeof transactionItemShape>;

/** A purchase. Nothing of it can be changed once it is there (spec 1 rule 7, 3). */
export const transactionShape = shape({
  id: always(text()),
  /** Unique in the tenant: the same content again answers the stored record (G54). */
  external_id: requiredOnce(text()),
  profile_id: optionalOnce(text()),
  order_id: optionalOnce(reference),
  receipt_ref: optionalOnce(text()),
  /** Of a refund, which has a total below zero: the external id of the purchase that it refunds (G63). */
  refund_of: optionalOnce(text()),
  transacted_at: requiredOnce(timestamp),
  /** A number, as in 2.3. */
  total: requiredOnce(number),
  currency: optionalOnce(currencyCode),
  location_id: optionalOnce(reference),
  /** Three texts, as in 2.3: here its id is one too (rule R38). */
  location: given(nested(redemptionTransactionLocationShape)),
  items: optionalOnce(listOf(transactionItemShape)),
  meta: staffOnly(optionalOnce(anyArray)),
  ...dated,
});
export type Transaction = Reading<typeof transactionShape>;

/** A customer's word that a purchase was theirs. */
export const transactionClaimShape = shape({
  ...numbered,
  profile_id: always(text()),
  receipt_ref: byCustomer(requiredOnce(text())),
  transacted_at: byCustomer(optionalOnce(timestamp)),
  total: byCustomer(optionalOnce(number)),
  /** `pending`, `matched` or `refused`. */
  status: always(text()),
  transaction_id: given(text()),
  ...dated,
});
export type TransactionClaim = Reading<typeof transactionClaimShape>;

export const orderItemShape = shape({
  ...numbered,
  order_id: given(reference),
  ...line,
  name: required(text()),
  quantity: required(quantity),
  price: required(decimal),
  total: given(number),
  meta: staffOnly(optional(anyArray)),
  ...dated,
});
export type OrderItem = Reading<typeof orderItemShape>;
/** A line that names its order, as `orders.items.store` needs it. */
export const looseOrderItemShape = shape({ ...orderItemShape.fields, order_id: requiredOnce(reference) });

/** What is to be bought: it can change, and leads to no, one or many purchases (spec 1 rule 7). */
export const orderShape = shape({
  ...numbered,
  ...externalId,
  profile_id: optional(text()),
  status: byCustomer(defaulted(oneOf('open', 'placed', 'fulfilled', 'cancelled'))),
  total: given(number),
  currency: optional(currencyCode),
  location_id: optional(reference),
  ordered_at: optional(timestamp),
  items: byCustomer(optional(listOf(orderItemShape))),
  /** Ids of the purchases that it led to. */
  transactions: given(texts),
  meta: staffOnly(optional(anyArray)),
  ...dated,
});
export type Order = Reading<typeof orderShape>;

/** Which of a profile's purchases to look for, and the list that a purchased line goes to. */
export const onList = v.object({
  list: v.union([reference.write, text().write]),
  profile_id: v.optional(text().write),
});
export type OnList = v.InferInput<typeof onList>;

/** Records counted by what they have in common; totals of each currency, and of points, by themselves. */
export const group = v.looseObject({
  key: v.nullable(v.string()),
  count: v.number(),
  total: v.nullish(v.string()),
  /** ISO 4217; null for points, and where none is named. */
  currency: v.nullish(v.string()),
  /** What a total of redemptions is an amount of. */
  unit: v.nullish(v.picklist(['money', 'points'])),
});
export type Group = v.InferOutput<typeof group>;
