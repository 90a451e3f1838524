import * as catalogue from '../../services/endpoints/index.ts';
import { rewardDefinitions, searchProfile, type Endpoint } from '../../services/endpoints/index.ts';
import { denialOf } from './denied.ts';

/** Every endpoint the client and the service know. */
export const CATALOGUE: readonly Endpoint[] = Object.values(catalogue);

/** What the elements read that belongs to no profile: rewards to be had; and the own profile's id (bound in `bind.ts`). */
const ALSO_ALLOWED: readonly Endpoint[] = [rewardDefinitions, searchProfile];

const PROFILE_SCOPED = /^\/v3\/profiles\/\{\w+\}\/./;

/** Whether every call of an endpoint names one profile, so that it can be bound to the session's. */
export const isProfileScoped = ({ path }: Endpoint): boolean => PROFILE_SCOPED.test(path);

/** What a customer's session reaches: all that is profile-scoped and not denied, and the few reads above. */
export const allowedEndpoints = (extra: readonly Endpoint[] = []): readonly Endpoint[] => [
  ...CATALOGUE.filter((endpoint) => isProfileScoped(endpoint) && !denialOf(endpoint)),
  ...ALSO_ALLOWED,
  ...extra,
];
