import type { ListedEndpoint } from '../contract/endpoint.ts';
import {
  listItems,
  profileBalances,
  profileRewards,
  profileTier,
  rewardDefinitions,
  tierDefinitions,
} from '../contract/endpoints/first-requests.ts';
import { fillPath } from './paths.ts';
import { pageQuery, writeQuery, type Query } from './query.ts';

// Several answers in one response of the proxy: `GET {proxy_url}/page?show=balances,tier` (ASSUMPTION).

export type PagePart = 'balances' | 'tier' | 'tiers' | 'rewards' | 'wishlist';

export interface PageRequest {
  readonly endpoint: ListedEndpoint;
  /** Whether it is requested page by page. */
  readonly isList?: true;
}

/** By each name that `show` takes: the requests of the element that shows it. Of a list it is the first page. */
export const PAGE_PARTS: Readonly<Record<PagePart, readonly PageRequest[]>> = {
  balances: [{ endpoint: profileBalances }],
  tier: [{ endpoint: profileTier }],
  tiers: [{ endpoint: tierDefinitions }],
  rewards: [
    { endpoint: profileRewards, isList: true },
    { endpoint: rewardDefinitions, isList: true },
  ],
  wishlist: [{ endpoint: listItems, isList: true }],
};

/** Handle of the list for saved products. A profile has at most one list with a handle. */
export const WISHLIST = 'wishlist';

/** Values for the path by name, and the query. */
export type Parameters = object & { readonly query?: Query | undefined };

/** The profile by each name that a path has for it, and the first page of a list. */
export const parametersOf = ({ isList }: PageRequest, profile: string) => ({
  profile,
  id: profile,
  list: WISHLIST,
  query: isList ? pageQuery(1) : undefined,
});

/** Path and query of a request, relative to the service or the proxy. */
export const addressOf = (endpoint: ListedEndpoint, parameters: Parameters): string =>
  fillPath(endpoint, parameters) + writeQuery(parameters.query);

/**
 * The addresses of these requests for a profile, relative to the proxy, with their query: the keys of the answer's `parts`.
 * @throws LoyaltyError `not_found` for a profile id that no path can have
 */
export const partAddresses = (part: PagePart, profile: string): string[] =>
  PAGE_PARTS[part].map((request) => addressOf(request.endpoint, parametersOf(request, profile)));

/** A part of the response: status and JSON body, as the endpoint would answer a separate request. */
export interface PartAnswer {
  readonly status: number;
  readonly body: unknown;
  /** The header `Retry-After`, where the endpoint's answer has one. */
  readonly retry_after?: string;
}

/** The answer by the address of each request. */
export interface PageAnswer {
  readonly parts: Readonly<Record<string, PartAnswer>>;
}
