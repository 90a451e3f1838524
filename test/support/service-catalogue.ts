import { routes } from '../../demo/service/routes.ts';
import { storefrontToken, type Endpoint } from '../../src/services/contract/endpoints/index.ts';

/** What the elements of a shop call; tests of the whole interface are made from `routes`. */
const storefront: readonly string[] = [
  'storefront.auth.token.store',
  'identities.search-profile',
  'profiles.balances.show',
  'profiles.tier.show',
  'profiles.rewards.index',
  'profiles.rewards.store',
  'rewards.definitions.index',
  'profiles.lists.store',
  'profiles.lists.items.index',
  'profiles.lists.items.store',
  'profiles.lists.items.destroy',
];

export const endpoints: readonly Endpoint[] = routes
  .map(({ endpoint }) => endpoint)
  .filter(({ id }) => storefront.includes(id));

/** The ones a bearer token opens: all but those that give one. */
export const guarded = endpoints.filter(({ id }) => id !== storefrontToken.id);
