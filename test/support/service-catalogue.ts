import { routes } from '../../demo/service/routes.ts';
import { storefrontToken, type Endpoint } from '../../src/services/contract/endpoints/index.ts';

/** Endpoints that the first elements call, each with a call that succeeds in `routes.test.ts`; tests of the whole interface use `routes`. */
const storefront: readonly string[] = [
  'storefront.auth.token.store',
  'identities.search-profile',
  'profiles.balances.show',
  'profiles.tier.show',
  'profiles.rewards.index',
  'profiles.rewards.store',
  'rewards.definitions.index',
  'tiers.definitions.index',
  'profiles.lists.store',
  'profiles.lists.items.index',
  'profiles.lists.items.store',
  'profiles.lists.items.destroy',
];

export const endpoints: readonly Endpoint[] = routes
  .map(({ endpoint }) => endpoint)
  .filter(({ id }) => storefront.includes(id));

/** Endpoints with a bearer token: all but those that issue one. */
export const guarded = endpoints.filter(({ id }) => id !== storefrontToken.id);
