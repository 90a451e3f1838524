import type { Data, Page, Records } from '../../shapes/envelope.ts';
import type { Accepted } from '../../shapes/records/automation.ts';
import type { Order, orderShape } from '../../shapes/records/commerce.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses orders (spec 4.6 Business). */
export const orders = endpoint('GET', '/v3/orders', 'orders.index', of<Page<Order>>);

/** Adds an order (spec 4.6 Business). */
export const addOrder = endpoint(
  'POST',
  '/v3/orders',
  'orders.store',
  of<Data<Order>>,
  of<Adding<typeof orderShape>>,
);

/** Reads an order (spec 4.6 Business). */
export const readOrder = endpoint('GET', '/v3/orders/{order}', 'orders.show', of<Data<Order>>);

/** Edits an order (spec 4.6 Business). */
export const editOrder = endpoint(
  'PUT',
  '/v3/orders/{order}',
  'orders.update',
  of<Data<Order>>,
  of<Editing<typeof orderShape>>,
);

/** Deletes an order (spec 4.6 Business). */
export const deleteOrder = endpoint('DELETE', '/v3/orders/{order}', 'orders.destroy');

/** Adds orders in a batch (spec 4.6 Business). */
export const batchOrders = endpoint(
  'POST',
  '/v3/orders/batch.json',
  'orders.batch.store',
  of<Data<Accepted>>,
  of<Records<Adding<typeof orderShape>>>,
);

/** Accepts orders to be worked on later (spec 4.6 Business). */
export const queueOrders = endpoint(
  'POST',
  '/v3/orders/queue',
  'orders.queue',
  of<Data<Accepted>>,
  of<Records<Adding<typeof orderShape>>>,
);

/** Accepts orders to be added later (spec 4.6 Business). */
export const queueOrderCreation = endpoint(
  'POST',
  '/v3/orders/queue/create',
  'orders.queue.create',
  of<Data<Accepted>>,
  of<Records<Adding<typeof orderShape>>>,
);

/** Sends an order once more to the systems that want it (spec 4.6 Business). */
export const resendOrder = endpoint('POST', '/v3/orders/{id}/resend', 'orders.resend', of<Data<Accepted>>);
