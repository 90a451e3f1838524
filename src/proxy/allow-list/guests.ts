import * as catalogue from '../../services/contract/endpoints/index.ts';
import type { Endpoint } from '../../services/contract/endpoints/index.ts';

/**
 * Endpoints that a request without a session may reach, each with the query parameter that is its permission; the handle of a share in the
 * path is one, too, and the alert of a guest needs none. The service checks it: these requests are forwarded without a token, so that they can do no more than at the service
 * itself. Reservations of an item are not among them: a giver keeps the own ones on the device.
 */
const GUEST_ENDPOINTS: ReadonlyMap<Endpoint, 'share' | 'secret' | undefined> = new Map<
  Endpoint,
  'share' | 'secret' | undefined
>([
  [catalogue.readListShareWithoutProfile, undefined],
  [catalogue.addListItemReservation, 'share'],
  [catalogue.editListItemReservation, 'secret'],
  [catalogue.deleteListItemReservation, 'secret'],
  // Does nothing before its address is confirmed: the service limits what it sends.
  [catalogue.addGuestAlert, undefined],
]);

export const guestEndpoints = (): ReadonlySet<Endpoint> => new Set(GUEST_ENDPOINTS.keys());

/** Whether the query has the permission that the endpoint needs. */
export function hasPermission(endpoint: Endpoint, query: string): boolean {
  const name = GUEST_ENDPOINTS.get(endpoint);
  return name === undefined || !!new URLSearchParams(query).get(name);
}
