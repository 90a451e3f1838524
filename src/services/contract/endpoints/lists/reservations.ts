import type { Data, Page } from '../../shapes/envelope.ts';
import type { Reservation, reservationShape } from '../../shapes/list.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses reservations of a list item (spec 4.6 Business). */
export const listItemReservations = endpoint(
  'GET',
  '/v3/list/items/{itemId}/reservations',
  'list.items.reservations.index',
  of<Page<Reservation>>,
);

/** Adds a reservation of a list item (spec 4.6 Incentives). Verb and path: ASSUMPTION J15, G12. */
export const addListItemReservation = endpoint(
  'POST',
  '/v3/list/items/{itemId}/reservations',
  'list.items.reservations.store',
  of<Data<Reservation>>,
  of<Adding<typeof reservationShape>>,
);

/** Reads a reservation of a list item (spec 4.6 Business). */
export const readListItemReservation = endpoint(
  'GET',
  '/v3/list/items/{itemId}/reservations/{reservationId}',
  'list.items.reservations.show',
  of<Data<Reservation>>,
);

/** Edits a reservation of a list item (spec 4.6 Incentives). Verb and path: ASSUMPTION J15, G12. */
export const editListItemReservation = endpoint(
  'PUT',
  '/v3/list/items/{itemId}/reservations/{reservationId}',
  'list.items.reservations.update',
  of<Data<Reservation>>,
  of<Editing<typeof reservationShape>>,
);

/** Deletes a reservation of a list item (spec 4.6 Incentives). Verb and path: ASSUMPTION J15, G12. */
export const deleteListItemReservation = endpoint(
  'DELETE',
  '/v3/list/items/{itemId}/reservations/{reservationId}',
  'list.items.reservations.destroy',
);
