import * as catalogue from '../../services/contract/endpoints/index.ts';
import type { Endpoint } from '../../services/contract/endpoints/index.ts';
import { denialOf } from './denied.ts';

/** Every endpoint the client and the service know. */
export const CATALOGUE: readonly Endpoint[] = Object.values(catalogue);

/**
 * What belongs to no profile: rewards to be had, tiers and what they bring, what a share shows without its owner, what a purchase
 * would earn; and the own profile's id (bound in `bind.ts`).
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
 * Lists that others share, and what customers reserve on them: their paths name no profile, so the service alone can bind them to the
 * customer, by the customer's own token. With the proxy's own token they would be those of everybody.
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

/** Whether every call of an endpoint names one profile, so that it can be bound to the session's. */
export const isProfileScoped = ({ path }: Endpoint): boolean => PROFILE_SCOPED.test(path);

/** What a customer's session reaches: all that is profile-scoped and not denied, and what is listed above. */
export const allowedEndpoints = (
  extra: readonly Endpoint[] = [],
  upstream: 'customer' | 'service' = 'customer',
): readonly Endpoint[] => [
  ...CATALOGUE.filter((endpoint) => isProfileScoped(endpoint) && !denialOf(endpoint)),
  ...ALSO_ALLOWED,
  ...(upstream === 'customer' ? BOUND_BY_SERVICE : []),
  ...extra,
];
