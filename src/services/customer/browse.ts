import type { ListedEndpoint, PathParameter } from '../contract/endpoint.ts';
import { allPages } from '../transport/paging.ts';
import type { Query } from '../transport/query.ts';
import { readRecords } from '../transport/read-records.ts';
import type { Loyalty } from './loyalty.ts';

/** The values of the names in the path of an endpoint. */
type PathOf<E extends ListedEndpoint> = {
  readonly [Name in PathParameter<E['path']>]: string | number;
};

/**
 * The records of all pages of a browse, as they came.
 * @throws LoyaltyError
 */
export const browse = <E extends ListedEndpoint>(
  loyalty: Loyalty,
  endpoint: E,
  path: PathOf<E>,
  query?: Query,
): Promise<unknown[]> =>
  allPages(
    // A browse has no body; TypeScript cannot tell that of a generic endpoint.
    (page) => loyalty.call(endpoint, { ...path, query: { ...query, ...page } } as never),
    endpoint.id,
    loyalty.report,
  );

/**
 * The records of all pages of a browse, without those that `read` leaves out (`undefined`) and those that cannot be read.
 * @throws LoyaltyError `bad_response` where none can be read
 */
export const browseRecords = async <E extends ListedEndpoint, T>(
  loyalty: Loyalty,
  endpoint: E,
  path: PathOf<E>,
  read: (wire: unknown) => T | undefined,
  query?: Query,
): Promise<T[]> =>
  readRecords(endpoint.id, await browse(loyalty, endpoint, path, query), read, loyalty.report);
