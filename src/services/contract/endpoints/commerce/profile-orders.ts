import type { Data, Page } from '../../shapes/envelope.ts';
import type { Group, Order, orderShape } from '../../shapes/records/commerce.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses orders of a profile (spec 4.6 Profile sub-resources). */
export const profileOrders = endpoint(
  'GET',
  '/v3/profiles/{profile}/orders',
  'profiles.orders.index',
  of<Page<Order>>,
);

/** Adds an order of a profile (spec 4.6 Profile sub-resources). */
export const addProfileOrder = endpoint(
  'POST',
  '/v3/profiles/{profile}/orders',
  'profiles.orders.store',
  of<Data<Order>>,
  of<Adding<typeof orderShape>>,
);

/** Reads an order of a profile (spec 4.6 Profile sub-resources). */
export const readProfileOrder = endpoint(
  'GET',
  '/v3/profiles/{profile}/orders/{order}',
  'profiles.orders.show',
  of<Data<Order>>,
);

/** Edits an order of a profile (spec 4.6 Profile sub-resources). */
export const editProfileOrder = endpoint(
  'PUT',
  '/v3/profiles/{profile}/orders/{order}',
  'profiles.orders.update',
  of<Data<Order>>,
  of<Editing<typeof orderShape>>,
);

/** Deletes an order of a profile (spec 4.6 Profile sub-resources). */
export const deleteProfileOrder = endpoint(
  'DELETE',
  '/v3/profiles/{profile}/orders/{order}',
  'profiles.orders.destroy',
);

/** Counts the orders of a profile in groups (spec 4.6 Profile sub-resources). */
export const groupProfileOrders = endpoint(
  'GET',
  '/v3/profiles/{profile}/group_orders',
  'profiles.group_orders',
  of<Page<Group>>,
);
