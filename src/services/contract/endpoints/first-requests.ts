import { endpoint } from '../endpoint.ts';

/**
 * What a page requests before its elements are loaded; the sections export them. A bundler puts a module into one file: in the modules of
 * their sections, these would bring the endpoints of all elements into the first file of each page.
 */
export const storefrontToken = endpoint('POST', '/{storefront_platform}/api/{version}/auth/token', 'storefront.auth.token.store');
export const searchProfile = endpoint('GET', '/v3/identities/search-profile/{identifier}', 'identities.search-profile');
export const profileIdentities = endpoint('GET', '/v3/profiles/{profile}/identities', 'profiles.identities.index');
export const rewardDefinitions = endpoint('GET', '/v3/rewards/definitions', 'rewards.definitions.index');
export const tierDefinitions = endpoint('GET', '/v3/tiers/definitions', 'tiers.definitions.index');
export const listItems = endpoint('GET', '/v3/profiles/{profile}/lists/{list}/items', 'profiles.lists.items.index');
export const profileBalances = endpoint('GET', '/v3/profiles/{profile}/balances', 'profiles.balances.show');
export const profileRewards = endpoint('GET', '/v3/profiles/{id}/rewards', 'profiles.rewards.index');
export const profileTier = endpoint('GET', '/v3/profiles/{profile}/tier', 'profiles.tier.show');
