import { endpoint } from '../endpoint.ts';

// Apart from the other endpoints of lists: a page shows a shared list without them.

export const listItemReservations = endpoint('GET', '/v3/list/items/{itemId}/reservations', 'list.items.reservations.index');
export const addListItemReservation = endpoint('POST', '/v3/list/items/{itemId}/reservations', 'list.items.reservations.store');
export const readListItemReservation = endpoint('GET', '/v3/list/items/{itemId}/reservations/{reservationId}', 'list.items.reservations.show');
export const editListItemReservation = endpoint('PUT', '/v3/list/items/{itemId}/reservations/{reservationId}', 'list.items.reservations.update');
export const deleteListItemReservation = endpoint('DELETE', '/v3/list/items/{itemId}/reservations/{reservationId}', 'list.items.reservations.destroy');
