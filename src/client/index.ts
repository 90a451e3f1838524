/** `loyalty-elements/client`: every endpoint of the service, for servers and scripts. */
export type { BatchPart, BatchSizes } from './batches.ts';
export { createClient, type Client } from './client.ts';
export type { OperationId, Operations } from '../services/contract/catalogue.ts';
export type { PathOverrides } from '../services/transport/path-overrides.ts';
export type { PagingSettings } from '../services/transport/paging.ts';
export type { ReplyReport } from './replies.ts';
export type { ClientSettings } from './settings.ts';
export type { Credentials, GivenToken } from './tokens.ts';
export * from '../services/contract/endpoints/index.ts';
export { LoyaltyError, type LoyaltyErrorCode } from '../services/transport/errors.ts';
export {
  descending,
  filter,
  isEmpty,
  isSet,
  redemptionFilter,
  sort,
  type AnyConditions,
  type Comparison,
  type Day,
  type RedemptionAttributes,
  type RedemptionConditions,
  type RedemptionSortKey,
} from '../services/transport/query.ts';
/** The types of records, bodies and replies: `shapes.Redemption`. */
export type * as shapes from '../services/contract/types.ts';
