import type { GenericSchema } from 'valibot';
import {
  acts,
  contractOf,
  sectionOf,
  type BodyOf,
  type ReplyOf,
} from '../../../src/services/contract/catalogue.ts';
import type { ListedEndpoint, PathParameter } from '../../../src/services/contract/endpoint.ts';
import type { Principal } from '../auth/principal.ts';
import { scopeFor, type Scope } from '../auth/scopes.ts';
import type { Database } from '../database/tables.ts';
import type { ServiceSettings } from '../settings.ts';

/**
 * Status of success. 200 for a request that reads or changes, whose status the interface does not show: ASSUMPTION;
 * also for a created record, as the one POST that is shown answers 200. 202 for work that is done later,
 * 204 for an answer without a body.
 */
export const success = { body: 200, accepted: 202, nothing: 204 } as const;

/** The trigger or automation that makes a call; ledger entries name it. */
export interface Origin {
  readonly type: string;
  readonly id: string;
  /** Its display name. */
  readonly name: string;
  /** Its action; shown to staff only. */
  readonly rule: string;
}

/** A checked request, as handlers get it. */
export interface Call<Path extends string = string, Body = unknown> {
  /** Decoded path parameters, none of them empty, none with a NUL byte. */
  readonly path: string extends Path
    ? Readonly<Record<string, string>>
    : { readonly [Name in PathParameter<Path>]: string };
  /** The output of the route's schema; fields that it does not have are removed. */
  readonly body: Body;
  /** The public address of the request. */
  readonly url: URL;
  /** The shop whose page sent the request: paths of products become addresses of that shop. */
  readonly shopOrigin: string | undefined;
  /** Settings of the service; a call without them gets the strict defaults. */
  readonly settings?: ServiceSettings;
  /** The body as it was sent, and the headers: signatures cover them. */
  readonly text?: string;
  readonly header?: (name: string) => string | undefined;
  /** The key of limits by address; a job has none. */
  readonly from?: string;
  /** The cause of a call that a job makes, such as `event:5` or `batch:…`. */
  readonly cause?: string;
  /** The trigger or automation whose action makes the call. */
  readonly origin?: Origin;
  /** Every method but GET runs inside one transaction: an error rolls it back. */
  readonly db: Database;
  /** Adds facts to the audit entry that neither the path nor the answer contains. */
  readonly note: (facts: Readonly<Record<string, unknown>>) => void;
}

/** A call with a token. */
export interface KnownCall<Path extends string = string, Body = unknown> extends Call<Path, Body> {
  readonly principal: Principal;
  /** The profile of a customer; undefined for a user, who may ask for all profiles. */
  readonly profileId: string | undefined;
}

/** A call below `/v3/profiles/{…}`. */
export interface ProfileCall<Path extends string = string, Body = unknown> extends KnownCall<Path, Body> {
  /**
   * The one profile that this call may read and change, which exists: the customer's own, or the one that a user names.
   * `profileInReach` has checked it, and handlers limit every query to it.
   */
  readonly profileId: string;
}

type CallOf<Path extends string, Body> = Path extends `/v3/profiles/{${string}`
  ? ProfileCall<Path, Body>
  : KnownCall<Path, Body>;
type Handler<GivenCall, Reply> = (call: GivenCall) => Promise<Reply>;

/** The argument of every handler: `mount` creates the call that endpoint, schema and scope of its route describe. */
export interface AnyCall extends Call {
  readonly principal?: Principal;
  readonly profileId?: string | undefined;
}

export interface ByLink {
  /** Whether the address of a request contains a link. */
  readonly opens: (url: URL) => boolean;
  handle(call: AnyCall): Promise<unknown>;
}

/** An endpoint of the catalogue with its handler. */
export interface Route {
  readonly endpoint: ListedEndpoint;
  readonly body?: GenericSchema;
  /** Absent if no bearer token is needed: for endpoints that issue one, or that a guest calls. */
  readonly scope?: Scope;
  /** Whether customers may call it. By default they may call GET endpoints below their own profile, and no others. */
  readonly customers?: boolean;
  /** Only administrators may call it. */
  readonly administrators?: boolean;
  /** A GET that changes something: runs in a transaction, and refuses HEAD. */
  readonly acts?: boolean;
  /** Also finds a profile that is deleted and not purged yet. */
  readonly evenDeleted?: boolean;
  /** The handler locks the profiles itself, for update: it merges or purges them. */
  readonly locksProfiles?: boolean;
  /** The handle is enough to get access: failed lookups are limited. */
  readonly limitsFailedLookups?: boolean;
  /** Answers requests with a link instead of a token. Its handler has no principal, and opens its own transaction. */
  readonly byLink?: ByLink;
  /** A new record needs a value, because no record in the path says what is wanted. */
  readonly needsValue?: boolean;
  /** Of the fields that are sent, one has to be known. */
  readonly needsKnownField?: boolean;
  /** Takes a form instead of JSON. */
  readonly form?: boolean;
  /** The answer contains a secret and is not stored: an `Idempotency-Key` has no effect. */
  readonly secretAnswer?: boolean;
  /** A field whose value is shown once: the reply that is stored for an `Idempotency-Key` has null instead. */
  readonly secretField?: string;
  /** Largest body in bytes, if it is larger than that of one record. */
  readonly maxBytes?: number;
  /** The singular name of the resource, for audits and custom fields: `brand`. */
  readonly model?: string;
  /** Status of success with a body; 200 by default. */
  readonly status?: typeof success.body | typeof success.accepted;
  /** A method, so that one list may hold handlers whose calls have different types. */
  handle(call: AnyCall): Promise<unknown>;
}

/** The schema of the body, by the contract of the endpoint. */
const bodyOf = (endpoint: ListedEndpoint) => {
  const body = contractOf(endpoint)?.body;
  if (!body) return {};
  return {
    body,
    needsValue: !endpoint.path.includes('{'),
    needsKnownField: endpoint.method === 'POST' || endpoint.method === 'PUT',
  };
};

/** The scope that a token needs for an endpoint: reading and writing have one each in every section. */
export function scopeOf(endpoint: ListedEndpoint): Scope {
  const section = sectionOf(endpoint);
  if (!section) throw new Error(`The catalogue has no endpoint ${endpoint.id}.`);
  return scopeFor(section, acts(endpoint));
}

/** A route with a token, and the scope that it needs. Its body is checked by the contract of its endpoint. */
export function route<E extends ListedEndpoint>(
  endpoint: E,
  handle: Handler<CallOf<E['path'], BodyOf<E>>, ReplyOf<E>>,
): Route {
  return { endpoint, scope: scopeOf(endpoint), handle, ...bodyOf(endpoint) };
}

/** A route that needs no token, because it issues one or answers no personal data. */
export function openRoute<E extends ListedEndpoint>(
  endpoint: E,
  handle: Handler<Call<E['path'], BodyOf<E>>, ReplyOf<E>>,
): Route {
  return { endpoint, handle, ...bodyOf(endpoint) };
}

/** A route that also answers requests with a link instead of a token. */
export const byLink = <E extends ListedEndpoint>(
  endpoint: E,
  opens: ByLink['opens'],
  handle: Handler<Call<E['path'], BodyOf<E>>, ReplyOf<E>>,
): Pick<Route, 'byLink'> => ({ byLink: { opens, handle } });

/** A route that customers may call, for their own records. */
export const toCustomers = (route: Route): Route => ({ ...route, customers: true });

/** A GET below a profile that customers may not call. */
export const notToCustomers = (route: Route): Route => ({ ...route, customers: false });

/** A route that only administrators may call. */
export const toAdministrators = (route: Route): Route => ({ ...route, administrators: true });

/** A route that replies before its work is done. */
export const accepting = (route: Route): Route => ({ ...route, status: success.accepted });

/** A GET that changes something: unattach, resync, calculate. */
export const acting = (route: Route): Route => ({ ...route, acts: true });
