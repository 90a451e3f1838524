import type { GenericSchema } from 'valibot';
import {
  acts,
  contractOf,
  sectionOf,
  type BodyOf,
  type ReplyOf,
} from '../../../src/services/contract/catalogue.ts';
import type { ListedEndpoint, PathParameter } from '../../../src/services/contract/endpoint.ts';
import type { Machine, Principal } from '../platform/auth/principal.ts';
import { scopeFor, type Scope } from '../platform/auth/scopes.ts';
import type { Database } from '../platform/database/tables.ts';
import type { ServiceSettings } from '../settings.ts';

/**
 * Status of success. 200 for a request that reads or changes, of which no status is shown: ASSUMPTION G26; also for what
 * was created, as the one POST that is shown answers 200 (judgement J22). 202 for work that is done later, 204 for an
 * answer without a body (G11).
 */
export const success = { body: 200, accepted: 202, nothing: 204 } as const;

/** A trigger or an automation, for the ledger. */
export interface Origin {
  readonly type: string;
  readonly id: string;
  /** Its name, for people. */
  readonly name: string;
  /** Which of its actions it was, for the staff. */
  readonly rule: string;
}

/** One request, checked: what a handler may rely on. */
export interface Call<Path extends string = string, Body = unknown> {
  /** Decoded path parameters, none of them empty, none with a NUL byte. */
  readonly path: string extends Path
    ? Readonly<Record<string, string>>
    : { readonly [Name in PathParameter<Path>]: string };
  /** As the route's schema left it; fields it does not name are gone (G36). */
  readonly body: Body;
  /** The address as the outside sees it. */
  readonly url: URL;
  /** The shop whose page is asking: paths of its products become addresses there. */
  readonly shopOrigin: string | undefined;
  /** The service's; what a handler does by itself has none, and so the strict ones. */
  readonly settings?: ServiceSettings;
  /** The body as it was sent, and the headers: for what is signed. */
  readonly text?: string;
  readonly header?: (name: string) => string | undefined;
  /** What limits by address count by; a job has none. */
  readonly from?: string;
  /** What does it where that is no request, such as `event:5` or `batch:…`. */
  readonly cause?: string;
  /** The rule behind it, where an action of a trigger or an automation does it: its points name it. */
  readonly origin?: Origin;
  /** Every method but GET runs inside one transaction: what is thrown undoes it all. */
  readonly db: Database;
  /** Writes down what the record of this request was, for the audit, where neither path nor answer name it. */
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
   * The one profile this call may touch, which exists: the customer's own, or the one a user names. A path that a
   * customer may not ask for never gets here, and every query is bound to this value, so a handler cannot forget
   * whose data it reads.
   */
  readonly profileId: string;
}

/** A call that no customer makes. */
export interface UserCall<Path extends string = string, Body = unknown> extends Call<Path, Body> {
  readonly principal: Machine;
}

type CallOf<Path extends string, Body> = Path extends `/v3/profiles/{${string}`
  ? ProfileCall<Path, Body>
  : KnownCall<Path, Body>;
type Handler<GivenCall, Reply> = (call: GivenCall) => Promise<Reply>;

/** What every handler may be called with: `mount` makes the call that endpoint, schema and scope of its route describe. */
export interface AnyCall extends Call {
  readonly principal?: Principal;
  readonly profileId?: string | undefined;
}

export interface ByLink {
  /** Whether the address of a request carries a link. */
  readonly opens: (url: URL) => boolean;
  handle(call: AnyCall): Promise<unknown>;
}

/** An endpoint of the catalogue with what answers it. */
export interface Route {
  readonly endpoint: ListedEndpoint;
  readonly body?: GenericSchema;
  /** Absent where no bearer token is needed: only the endpoints that give one (judgement J1). */
  readonly scope?: Scope;
  /**
   * Whether customers may call it. What reads below their own profile is open to them without a word; everything else
   * is closed unless it says so.
   */
  readonly customers?: boolean;
  /** Only a user whose roles allow everything may call it. */
  readonly administrators?: boolean;
  /** A GET that changes something (rule R77): runs in a transaction, and not for HEAD. */
  readonly acts?: boolean;
  /** Reaches a profile that is deleted, and not yet purged, too. */
  readonly evenDeleted?: boolean;
  /** Locks profiles by itself, for update: it merges or purges. */
  readonly locksProfiles?: boolean;
  /** Opens something to whoever knows a handle: those who miss too often are refused. */
  readonly limitsFailedLookups?: boolean;
  /** Answers requests without a token that carry a link instead. Its handler has no principal, and opens its own transaction. */
  readonly byLink?: ByLink;
  /** Takes a form instead of JSON. */
  readonly form?: boolean;
  /** The answer holds a secret: it is stored nowhere, so an `Idempotency-Key` does nothing. */
  readonly secretAnswer?: boolean;
  /** A field of the record whose value is answered once: what is kept for an `Idempotency-Key` has null in its place. */
  readonly secretField?: string;
  /** Bytes of a body, where more are needed than a record has. */
  readonly maxBytes?: number;
  /** The singular name of the resource, for audits and custom fields: `brand`. */
  readonly model?: string;
  /** Status of success with a body; 200 without a word. */
  readonly status?: typeof success.body | typeof success.accepted;
  /** A method, so that one list may hold handlers whose calls have different types. */
  handle(call: AnyCall): Promise<unknown>;
}

/** What an endpoint of the catalogue takes, by its contract. */
const bodyOf = (endpoint: ListedEndpoint) => {
  const body = contractOf(endpoint)?.body;
  return body ? { body } : {};
};

/** The scope that a token needs for an endpoint: reading and writing have one each in every section (G15). */
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

/** A route that needs no token, because it gives one (judgement J1), or tells nobody's secrets. */
export function openRoute<E extends ListedEndpoint>(
  endpoint: E,
  handle: Handler<Call<E['path'], BodyOf<E>>, ReplyOf<E>>,
): Route {
  return { endpoint, handle, ...bodyOf(endpoint) };
}

/** A route that a link opens without a token, too. */
export const byLink = <E extends ListedEndpoint>(
  endpoint: E,
  opens: ByLink['opens'],
  handle: Handler<Call<E['path'], BodyOf<E>>, ReplyOf<E>>,
): Pick<Route, 'byLink'> => ({ byLink: { opens, handle } });

/** A route that customers may call too, with their own token and for what is theirs. */
export const toCustomers = (route: Route): Route => ({ ...route, customers: true });

/** A route that no customer may call, though it reads below a profile. */
export const notToCustomers = (route: Route): Route => ({ ...route, customers: false });

/** A route for administrators. */
export const toAdministrators = (route: Route): Route => ({ ...route, administrators: true });

/** A route that accepts work and answers before it is done. */
export const accepting = (route: Route): Route => ({ ...route, status: success.accepted });

/** A GET that changes something: unattach, resync, calculate (rule R77). */
export const acting = (route: Route): Route => ({ ...route, acts: true });
