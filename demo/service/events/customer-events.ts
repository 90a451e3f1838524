import type { Row } from '../database/tables.ts';

/** Namespace of the events that customers publish about themselves. */
export const CUSTOMER_NAMESPACE = 'customer';

/**
 * Whether conditions let an event through whose name and data anybody may have chosen. A customer may publish any custom event, and must
 * neither get a reward by it nor have it signed for a receiver that expects the shop's own: an event of a customer needs a condition on
 * its namespace or origin.
 */
export const isAskedFor = (
  { namespace }: Pick<Row<'events'>, 'namespace'>,
  conditions: readonly string[],
): boolean =>
  namespace !== CUSTOMER_NAMESPACE ||
  conditions.some((one) => /^(namespace|event_namespace|origin) /.test(one));

/** Why an event of a customer is not delivered, for the action history. */
export const NOT_ASKED_FOR =
  'The event is of a customer: a condition on namespace or origin is needed, such as "origin in customer, staff".';

/** Who caused an event: a customer with their own token, staff or an integration with theirs, or the service itself. */
export type EventOrigin = 'customer' | 'staff' | 'system';

const ORIGINS: Readonly<Record<string, EventOrigin>> = {
  [CUSTOMER_NAMESPACE]: 'customer',
  custom: 'staff',
  extension: 'staff',
};

export const originOfEvent = ({ namespace }: Pick<Row<'events'>, 'namespace'>): EventOrigin =>
  ORIGINS[namespace] ?? 'system';
