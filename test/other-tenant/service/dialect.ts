import type { IncomingHttpHeaders } from 'node:http';
import type { Operation } from './operation-names.ts';
import type * as records from './records.ts';
import type { Id, Member } from './records.ts';
import type { World } from './world.ts';

/** The kinds of record that an answer can hold, and what the service knows of each. */
export interface Kinds {
  profile: records.Member;
  identity: records.Identity & { member: records.Member };
  balance: records.Member;
  entry: records.PointEntry;
  earnRule: records.EarnRule;
  estimate: records.Estimate;
  tierDefinition: records.TierDefinition;
  tier: { member: records.Member; tier: records.TierDefinition; next: records.TierDefinition | undefined };
  rewardDefinition: records.RewardDefinition;
  reward: records.Reward;
  benefitDefinition: records.BenefitDefinition;
  benefit: records.Benefit;
  credit: records.Credit;
  achievementDefinition: records.AchievementDefinition;
  achievement: records.Achievement;
  achievementPoints: records.Achievement;
  date: records.ImportantDate & { member: records.Member };
  listDefinition: records.ListDefinition;
  list: records.List;
  item: records.ListItem;
  share: records.Share;
  sharedList: records.SharedList;
  reservation: records.Reservation;
  product: records.Product;
  purchase: records.Purchase;
  claim: records.ReceiptClaim;
  redemption: records.Redemption;
  place: records.Place;
  event: { name: string };
}
export type Kind = keyof Kinds;

/** Why a request is refused. `fields` are names of `Dialect.bodies`, for 422. */
export interface Refusal {
  status: number;
  message: string;
  fields?: Record<string, string>;
}

export type PagingKind = 'number' | 'offset' | 'cursor' | 'none';

export interface Page {
  number: number;
  size: number;
  total: number;
  /** The address without its query. */
  path: string;
}

/**
 * How one service speaks: everything that the interface leaves open. What the interface shows (redemptions, dates, webhooks, the bodies
 * of 401, 403 and 422, the paths of 4.6) is the same in all of them.
 */
export interface Dialect {
  name: string;
  /** `METHOD /path` below `/api`, by operation. An operation without a route does not exist in this dialect. */
  routes: Partial<Record<Operation, string>>;
  id(kind: string, number: number): Id;
  /** The handle of the definition of wishlists, and of a member's first list of it. */
  wishes: string;
  signatureEncoding: 'hex' | 'base64';
  newToken(number: number, profile: Id | undefined): string;
  /** The storefront's token answer has `data.token` in every dialect. */
  storefrontToken(token: string, member: records.Member, expires: Date): object;
  machineToken(token: string, expires: Date): object;
  /** Answer of `GET /v3/auth/verify`. */
  verified(member: records.Member | undefined): object;
  /** Where each field of a request body stands, by operation: `reward.definition_id`, `0.product_id`. */
  bodies: Partial<Record<Operation, Record<string, string>>>;
  /** Status of a success, where it is not 200. */
  statuses?: Partial<Record<Operation, number>>;
  /** Operations that answer a success with this body (undefined: an empty one) instead of the record. */
  bare?: Partial<Record<Operation, object | undefined>>;
  write: { [K in Kind]: (record: Kinds[K], tenant: Tenant) => object };
  one(kind: Kind, record: object, operation: Operation): object;
  many(kind: Kind, records: object[], page: Page, operation: Operation): object;
  /** `kind`: how pages are asked for; by default by number, the first of which is `first` (by default 1). */
  page: {
    number: string;
    size: string;
    defaultSize: number;
    largestSize: number;
    kind?: PagingKind;
    first?: number;
  };
  /** Statuses of refusals, where they differ from those of spec 7. */
  statusOf?(status: number): number;
  /** Queries that this dialect refuses: the text of the 400. */
  refuseQuery?(operation: Operation, query: URLSearchParams): string | undefined;
  refuse(refusal: Refusal, fieldNames: Record<string, string>): { type: string; body: object };
  forbiddenToCustomers?: Operation[];
  /** Operations without a token. The interface has none. */
  openToGuests?: Operation[];
  /** Where a line of `points.estimate` names its product and how many. */
  estimateLine: { product: string; quantity: string };
  idempotencyHeader: string | undefined;
  cors: { methods: string; headers(asked: string | undefined): string; exposed?: string };
  limitHeaders?(limit: number, left: number): IncomingHttpHeaders;
}

/** One request as it was answered. */
export interface Seen {
  operation: Operation | undefined;
  method: string;
  path: string;
  query: string;
  status: number;
  idempotencyKey: string | undefined;
  body: unknown;
}

export interface Tenant {
  /** Address for `base-url`. */
  baseUrl: string;
  dialect: Dialect;
  platform: string;
  version: string;
  secret: string;
  /** A token of the dashboard (spec 5.2). */
  apiToken: string;
  /** The machine user of spec 5.1. */
  machine: { clientId: string; clientSecret: string; username: string; password: string };
  world: World;
  charges: World['charges'];
  seen: Seen[];
  /** The signature of a customer id (spec 5.3). */
  sign(customerId: string): string;
  issueToken(member: Member | undefined): { token: string; expires: Date };
  /** Carries the next request of this operation out, and closes the connection instead of answering. */
  loseNext(operation: Operation): void;
  /** Carries the next request of this operation out, and answers 502, as a gateway does that has lost the answer. */
  failNext(operation: Operation): void;
  /** Carries the next request of this operation out, and answers a success that no reader understands. */
  garbleNext(operation: Operation): void;
  /** Refuses the next request of this operation, with this status and body. */
  refuseNext(operation: Operation, status: number, body: unknown): void;
  /**
   * Answers the next request of this operation with 202 and the address of a job, below `/v3/jobs`: it is `running` when it is asked for the
   * first time, and then `done`, with `result`, or `failed`, with a message and no effect; `lost` is done, and its answers are lost.
   */
  acceptNext(operation: Operation, outcome: 'done' | 'failed' | 'lost'): void;
  /** Forgets all tokens, as if they had expired. */
  revokeTokens(): void;
  stop(): Promise<void>;
}
