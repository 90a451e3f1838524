import { allEndpoints } from './facts.ts';
import type * as catalogue from './index.ts';
import type { Endpoint } from './index.ts';

type Catalogue = typeof catalogue;
type Constant = Exclude<keyof Catalogue, never>;

/** The catalogue by operation id, such as `webhooks.store`. */
export type Operations = {
  [Name in Constant as Catalogue[Name]['id']]: Catalogue[Name];
};
export type OperationId = keyof Operations;

export const operations: ReadonlyMap<string, Endpoint> = new Map(allEndpoints.map((one) => [one.id, one]));
