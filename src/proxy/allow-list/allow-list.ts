import * as catalogue from '../../services/contract/endpoints/index.ts';
import type { Endpoint } from '../../services/contract/endpoints/index.ts';
import { denialOf } from './denied.ts';

/** All endpoints of the interface. */
export const CATALOGUE: readonly Endpoint[] = Object.values(catalogue);

/**
 * Endpoints without a profile: available rewards, tiers and their benefits, the public view of a share, the estimate of what a
 * purchase earns; and the search for the own profile's id (restricted by `boundRequest`).
 */
const ALSO_ALLOWED: readonly Endpoint[] = [
  catalogue.rewardDefinitions,
  catalogue.tierDefinitions,
  catalogue.readTierDefinition,
  catalogue.readListShareWithoutProfile,
  catalogue.estimateIncentives,
  catalogue.searchProfile,
];

/**
 * Lists that others share, and reservations on them: their paths name no profile, so only the service can restrict them to the
 * customer, by the customer's own token. With the proxy's own token, a customer could reach those of all customers.
 */
const BOUND_BY_SERVICE: readonly Endpoint[] = [
  catalogue.readListShare,
  catalogue.claimListShare,
  catalogue.listItemReservations,
  catalogue.addListItemReservation,
  catalogue.readListItemReservation,
  catalogue.editListItemReservation,
  catalogue.deleteListItemReservation,
];

const PROFILE_SCOPED = /^\/v3\/profiles\/\{\w+\}(\/|$)/;

/** Whether the path of an endpoint names one profile, so that the proxy can restrict it to the session's. */
export const isProfileScoped = ({ path }: Endpoint): boolean => PROFILE_SCOPED.test(path);

/** The endpoints for a customer's session: all that are profile-scoped and not denied, and those listed above. */
export const allowedEndpoints = (
  extra: readonly Endpoint[] = [],
  upstream: 'customer' | 'service' = 'customer',
): readonly Endpoint[] => [
  ...CATALOGUE.filter((endpoint) => isProfileScoped(endpoint) && !denialOf(endpoint)),
  ...ALSO_ALLOWED,
  ...(upstream === 'customer' ? BOUND_BY_SERVICE : []),
  ...extra,
];
