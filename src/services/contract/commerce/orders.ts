import * as v from 'valibot';
import * as on from '../endpoints/commerce.ts';
import * as kind from '../kinds.ts';
import { accepted, externalId, group, recordShape } from '../common.ts';
import { batch, clause, contract, crud, onlyNamed } from '../contract.ts';
import { data, page } from '../envelope.ts';
import {
  byCustomer,
  defaulted,
  given,
  mayName,
  optional,
  optionalOnce,
  partOf,
  refersTo,
  required,
  requiredOnce,
  staffOnly,
} from '../fields.ts';
import { about, listOf, shape, type Reading } from '../shape.ts';

// Records of the section Commerce. The spec shows parts of a transaction and a location in 2.3; the rest: ASSUMPTION.
/** Of a line, with decimals for what is sold by weight or length. */
const quantity = {
  ...kind.number,
  write: v.pipe(v.number(), v.finite(), v.minValue(0.000_001), v.maxValue(100_000)),
};

/** The product in a line of an order or purchase. */
export const line = {
  product_id: optionalOnce(kind.text()),
  variant_id: optionalOnce(kind.reference),
  sku: optionalOnce(kind.text()),
};

export const orderItemShape = recordShape('OrderItem', {
  order_id: partOf('order')(given(kind.reference)),
  ...line,
  name: required(kind.text()),
  quantity: required(quantity),
  price: required(kind.signedMoney),
  total: given(kind.number),
  meta: staffOnly(optional(kind.anyArray)),
});
export type OrderItem = Reading<typeof orderItemShape>;

export const looseOrderItemShape = shape('LooseOrderItem', {
  [about]: 'An order item with the id of its order, for `orders.items.store`.',
  ...orderItemShape.fields,
  order_id: requiredOnce(kind.reference),
});

export const orderShape = recordShape('Order', {
  [about]: 'An order: it can change, and leads to any number of purchases (spec 1 rule 7).',
  ...externalId,
  profile_id: refersTo('profile')(optional(kind.text())),
  status: byCustomer(defaulted(kind.oneOf('open', 'placed', 'fulfilled', 'cancelled'))),
  total: given(kind.number),
  currency: mayName('currency', 'code')(optional(kind.currencyCode)),
  location_id: refersTo('location')(optional(kind.reference)),
  ordered_at: optional(kind.pastTimestamp),
  items: byCustomer(optional(listOf(orderItemShape))),
  transactions: given(kind.texts, 'Ids of the purchases made from it.'),
  meta: staffOnly(optional(kind.anyArray)),
});
export type Order = Reading<typeof orderShape>;

export const orderContracts = [
  ...clause('4.6 Business', [
    ...crud(on, 'orders', orderShape, { one: 'an order', many: 'orders' }),
    batch(on.batchOrders, 'Adds orders in a batch', orderShape.add),
    batch(on.queueOrders, 'Accepts orders for later processing', orderShape.add),
    batch(on.queueOrderCreation, 'Accepts new orders for later processing', orderShape.add),
    contract(on.resendOrder, 'Sends an order to the connected systems again', { reply: data(accepted) }),
    ...crud(on, 'orders.items', looseOrderItemShape, {
      one: 'an order item',
      many: 'order items',
      assumed: onlyNamed,
    }),
  ]),
  ...clause('4.6 Profile sub-resources', [
    ...crud(on, 'profiles.orders', orderShape, { one: 'an order of a profile', many: 'orders of a profile' }),
    contract(on.groupProfileOrders, 'Counts the orders of a profile in groups', { reply: page(group) }),
  ]),
];
