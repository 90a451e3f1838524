import * as on from '../endpoints/commerce.ts';
import * as kind from '../kinds.ts';
import { accepted, dated, externalId, group, numbered } from '../common.ts';
import { contract, crud, G12 } from '../contract.ts';
import { data, page, records } from '../envelope.ts';
import {
  byCustomer,
  defaulted,
  given,
  listOf,
  optional,
  optionalOnce,
  type Reading,
  required,
  requiredOnce,
  shape,
  staffOnly,
} from '../shape.ts';

// Records of the section Commerce. The spec shows parts of a transaction and a location in 2.3; the rest: ASSUMPTION G4.
export const quantity = kind.count(1, 100_000);

/** What is sold, in one line of an order or a purchase. */
export const line = {
  product_id: optionalOnce(kind.text()),
  variant_id: optionalOnce(kind.reference),
  sku: optionalOnce(kind.text()),
};

export const orderItemShape = shape('OrderItem', {
  ...numbered,
  order_id: given(kind.reference),
  ...line,
  name: required(kind.text()),
  quantity: required(quantity),
  price: required(kind.decimal),
  total: given(kind.number),
  meta: staffOnly(optional(kind.anyArray)),
  ...dated,
});
export type OrderItem = Reading<typeof orderItemShape>;

export const looseOrderItemShape = shape(
  'LooseOrderItem',
  'A line that names its order, as `orders.items.store` needs it.',
  { ...orderItemShape.fields, order_id: requiredOnce(kind.reference) },
);

export const orderShape = shape(
  'Order',
  'What is to be bought: it can change, and leads to no, one or many purchases (spec 1 rule 7).',
  {
    ...numbered,
    ...externalId,
    profile_id: optional(kind.text()),
    status: byCustomer(defaulted(kind.oneOf('open', 'placed', 'fulfilled', 'cancelled'))),
    total: given(kind.number),
    currency: optional(kind.currencyCode),
    location_id: optional(kind.reference),
    ordered_at: optional(kind.timestamp),
    items: byCustomer(optional(listOf(orderItemShape))),
    transactions: given(kind.texts, 'Ids of the purchases that it led to.'),
    meta: staffOnly(optional(kind.anyArray)),
    ...dated,
  },
);
export type Order = Reading<typeof orderShape>;

export const orderContracts = [
  ...crud(orderShape, [on.orders, on.addOrder, on.readOrder, on.editOrder, on.deleteOrder], '4.6 Business', {
    one: 'an order',
    many: 'orders',
  }),
  ...crud(
    looseOrderItemShape,
    [on.orderItems, on.addOrderItem, on.readOrderItem, on.editOrderItem, on.deleteOrderItem],
    '4.6 Business',
    { one: 'an order item', many: 'order items', assumed: G12 },
  ),
  ...crud(
    orderShape,
    [on.profileOrders, on.addProfileOrder, on.readProfileOrder, on.editProfileOrder, on.deleteProfileOrder],
    '4.6 Profile sub-resources',
    { one: 'an order of a profile', many: 'orders of a profile' },
  ),
  contract(on.batchOrders, '4.6 Business', 'Adds orders in a batch', {
    reply: data(accepted),
    body: records(orderShape.add),
  }),
  contract(on.queueOrders, '4.6 Business', 'Accepts orders to be worked on later', {
    reply: data(accepted),
    body: records(orderShape.add),
  }),
  contract(on.queueOrderCreation, '4.6 Business', 'Accepts orders to be added later', {
    reply: data(accepted),
    body: records(orderShape.add),
  }),
  contract(on.resendOrder, '4.6 Business', 'Sends an order once more to the systems that want it', {
    reply: data(accepted),
  }),
  contract(on.groupProfileOrders, '4.6 Profile sub-resources', 'Counts the orders of a profile in groups', {
    reply: page(group),
  }),
];
