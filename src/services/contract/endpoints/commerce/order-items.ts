import type { Data, Page } from '../../shapes/envelope.ts';
import type { looseOrderItemShape, OrderItem } from '../../shapes/records/commerce.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses order items (spec 4.6 Business). Path: ASSUMPTION G12. */
export const orderItems = endpoint('GET', '/v3/orders/items', 'orders.items.index', of<Page<OrderItem>>);

/** Adds an order item (spec 4.6 Business). Path: ASSUMPTION G12. */
export const addOrderItem = endpoint(
  'POST',
  '/v3/orders/items',
  'orders.items.store',
  of<Data<OrderItem>>,
  of<Adding<typeof looseOrderItemShape>>,
);

/** Reads an order item (spec 4.6 Business). Path: ASSUMPTION G12. */
export const readOrderItem = endpoint(
  'GET',
  '/v3/orders/items/{orderitem}',
  'orders.items.show',
  of<Data<OrderItem>>,
);

/** Edits an order item (spec 4.6 Business). Path: ASSUMPTION G12. */
export const editOrderItem = endpoint(
  'PUT',
  '/v3/orders/items/{orderitem}',
  'orders.items.update',
  of<Data<OrderItem>>,
  of<Editing<typeof looseOrderItemShape>>,
);

/** Deletes an order item (spec 4.6 Business). Path: ASSUMPTION G12. */
export const deleteOrderItem = endpoint('DELETE', '/v3/orders/items/{orderitem}', 'orders.items.destroy');
