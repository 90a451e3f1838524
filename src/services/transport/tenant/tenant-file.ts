import type { Operations, OperationId } from '../../contract/catalogue.ts';
import type { Data, Page } from '../../contract/envelope.ts';
import type { Endpoint, Method } from '../../contract/endpoint.ts';
import type { LoyaltyErrorCode } from '../errors.ts';
import type { Query } from '../query.ts';

// What a tenant's service does in another way than the catalogue assumes, as data: one object for elements, client and proxy.

/**
 * Place of a value: a JSON pointer (RFC 6901) in the record, or in something else that is named before it: `reply:/meta/count`, `body:/id`,
 * `parameters:/profile`, `header:/X-Total-Count`, or the name of an entry of `before` or `also`. An empty text is the whole record.
 */
export type Place = '' | `/${string}` | `${string}:/${string}` | `${string}:`;

/**
 * How a value becomes the one that readers know.
 *
 * - `seconds`, `milliseconds`: a moment in Unix time; `utc`: a moment as text without a time zone; `lifetime`: seconds from now on
 * - `cents`: an amount in hundredths as decimal text; `whole`: `"12.00"` or `"1,200"` as a whole number
 * - `boolean`: 0, 1, `"0"`, `"1"`, `"true"`, `"false"`; `text`: a number or text as text
 */
export type Conversion =
  'seconds' | 'milliseconds' | 'utc' | 'lifetime' | 'cents' | 'whole' | 'boolean' | 'text';

/** A source in parts. They apply in this order: `from` or `value`, `is`, `byLanguage`, `values`, `as`, `each`, `or`. */
export interface Detailed<Wire> {
  /** The first of these places with a value. */
  readonly from?: Place | readonly Place[];
  /** Instead of `from`: a constant. */
  readonly value?: unknown;
  /** `true` where the value is one of these, otherwise `false`, also where there is none. */
  readonly is?: readonly (string | number | boolean | null)[];
  /**
   * The value is a text in several languages: by BCP 47 tag (`true`: `{"en": "…", "de": "…"}`), or a list with these places in each record. It
   * is read in the language of the request (lookup of RFC 4647), or else in the first one; `text_languages` then names that.
   */
  readonly byLanguage?: true | { readonly tag: Place; readonly text: Place };
  /** Our value by theirs. A value that is not listed stays as it is, and the reader decides whether it knows it. */
  readonly values?: Readonly<Record<string, unknown>>;
  readonly as?: Conversion;
  /** For a record, or each record of a list, inside this one. */
  readonly each?: FieldMap<Wire>;
  /** The value where there is none: only what the service documents. */
  readonly or?: unknown;
}

export interface SourceContext {
  readonly operation: string;
  /** Values in the path of the catalogue, such as `profile`. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly query: Query;
  readonly body: unknown;
  /** Languages in which texts are requested, in lower case, the preferred one first. */
  readonly languages: readonly string[];
  /** The whole reply, before `data` is taken out of it. */
  readonly reply?: unknown;
  /** The record that `before` or `also` has by this name. */
  readonly get: (name: string) => unknown;
}

/** Where a field comes from; `null`: it is left out. A function that throws makes the reply invalid. */
export type Source<Wire = unknown> =
  Place | null | Detailed<Wire> | ((record: Wire, context: SourceContext) => unknown);

/** Sources by the name of our field; a dot leads into a record: `points.available`. Other fields stay as they are. */
export type FieldMap<Wire = unknown> = Readonly<Record<string, Source<Wire>>>;

type ReplyFor<Id extends OperationId> =
  Operations[Id] extends Endpoint<string, infer Reply, unknown> ? Reply : never;
/** The record of an operation: that of `data`, or of each entry of a list. */
export type RecordOf<Id extends OperationId> =
  ReplyFor<Id> extends Page<infer Item> ? Item : ReplyFor<Id> extends Data<infer One> ? One : unknown;
type BodyFor<Id extends OperationId> =
  Operations[Id] extends Endpoint<string, unknown, infer Body> ? Body : never;

type Nested<T> = NonNullable<T> extends readonly unknown[] ? never : NonNullable<T>;
/** Names of fields, and of those one level below, such as `definition.name`. */
export type FieldName<T> = {
  [Key in keyof T & string]: string extends Key
    ? never
    : Key | (Nested<T[Key]> extends object ? `${Key}.${keyof Nested<T[Key]> & string}` : never);
}[keyof T & string];

/** Sources of the fields that a record has; of any fields where the catalogue does not show the record. */
type FieldsFor<Ours, Wire> = [FieldName<Ours>] extends [never]
  ? FieldMap<Wire>
  : { readonly [Name in FieldName<Ours>]?: Source<Wire> };

/** Requests for data that the reply, or the request, needs from another address. They are GETs with the same token. */
export interface Lookup {
  /**
   * Path, relative to the base address. `{profile}` is a parameter of the operation, `{body:/product_id}` a place. With
   * `{record:/…}` it is requested for each record.
   */
  readonly get: string;
  readonly query?: Query;
  /** Place of the record or list in its reply. Default: that of the file. */
  readonly data?: Source;
  /** Its value is this header of the reply, such as `ETag`, instead of a record. */
  readonly header?: string;
  /** Of a list: the record whose `by` equals the `key` of the record (or of the body) that needs it. All pages are read. */
  readonly by?: Place;
  readonly key?: Place;
}

/**
 * How a write is finished that the service accepts and does later (202): where to ask, and what the answer means. It applies where the
 * reply has the address; `data` and `record` then read the last answer. Without it, reads after the `lag` decide.
 */
export interface FinishRules {
  /** Place of an address below the base address: `header:/Location`, which CORS must expose, or `/links/status`. */
  readonly address?: Source;
  /** Instead of it a path, as of a lookup: `/v3/jobs/{reply:/job_id}`. */
  readonly get?: string;
  /**
   * `waiting`, `done` or `failed`, from the answer: `{ from: '/state', values: { running: 'waiting', ok: 'done', error: 'failed' } }`. Of a
   * failure `errors` reads the texts. With any other word it is not known whether the write is done.
   */
  readonly state: Source;
  /** Default: `Retry-After` of the reply, or 1. */
  readonly everySeconds?: number;
  /** How long it is asked for; after that it is not known whether the write is done. Default 8, at most 30. */
  readonly forSeconds?: number;
}

export type StatusCodes = Readonly<Record<number, LoyaltyErrorCode>>;

export interface ErrorRules {
  /** Which statuses are which refusals, where they differ from spec 7: `{ 400: 'validation', 410: 'not_found' }`. */
  readonly statuses?: StatusCodes;
  /** Text for the shopper. Default `/message`. */
  readonly message?: Source;
  /** Texts by field: `{ field: ['…'] }`. Default `/errors`. */
  readonly fields?: Source;
  /** Seconds until a retry, where the body has them instead of the header `Retry-After`. */
  readonly retryAfter?: Source;
  /** Whether an answer with a good status is a refusal: `{ from: '/success', is: [false] }`. */
  readonly refused?: Source;
}

/** How a browse is divided into pages. */
export interface PagingRules {
  /** `number`: page 1, 2, …; `offset`: records to skip; `cursor`: a value of the page before; `none`: all records at once. */
  readonly kind?: 'number' | 'offset' | 'cursor' | 'none';
  /** Name of the parameter with the page, the offset or the cursor. Default `page[number]`. */
  readonly number?: string;
  /** Name of the parameter with the size; `null`: none. Default `page[size]`. */
  readonly size?: string | null;
  readonly maxSize?: number;
  /** Number of the first page. Default 1. */
  readonly first?: number;
  /** Number of the last page, in the reply. Default `/meta/last_page`. */
  readonly lastPage?: Source;
  /** Number of all records, in the reply. Default `/meta/total`. */
  readonly total?: Source;
  /** The next cursor, or the address of the next page, in the reply; for other kinds whatever exists where there is a next page. */
  readonly next?: Source;
}

export interface QueryRules {
  /** Parameters of ours that are not sent; `all`: none is. */
  readonly leaveOut?: readonly string[] | 'all';
  /** Their name by ours: `{ 'filter[type]': 'kind' }`. */
  readonly rename?: Readonly<Record<string, string>>;
  /** Their value by ours, by our name: `{ sort: { '-occurred_at': 'date:desc' } }`. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly add?: Query;
  /** Parameters that the service cannot answer: what needs them is not offered. */
  readonly unsupported?: readonly string[];
}

/** What differs in one operation. `Wire` is the service's record. */
export interface OperationRules<Id extends OperationId = OperationId, Wire = Untyped> {
  /**
   * In a list of rules, of which the first that applies counts: they apply where the body has a value here. `'/id'`: a date that is
   * changed; the rules after it are those for a new one.
   */
  readonly when?: Source<BodyFor<Id>>;
  readonly method?: Method | 'PATCH';
  /** Path with the names of the catalogue, as many as are needed, and with places: `/v3/me/lists/{lists:/id}`. */
  readonly path?: string;
  readonly query?: QueryRules | ((query: Query, context: SourceContext) => Query);
  readonly paging?: PagingRules;
  /**
   * The body: their fields from ours. Without it the body is sent as it is. A dot leads into a record.
   */
  readonly body?:
    Readonly<Record<string, Source<BodyFor<Id>>>> | ((body: BodyFor<Id>, context: SourceContext) => unknown);
  /**
   * `array`: the record is sent in an array; `record`: out of an array, the first; `json`: not as a form. Default: as the catalogue has it.
   */
  readonly bodyAs?: 'array' | 'record' | 'json';
  /** Headers of this operation, such as `{ 'If-Match': 'current:' }` with `current` in `before`. One without a value is not sent. */
  readonly headers?: Readonly<Record<string, Source<BodyFor<Id>>>>;
  /** Place of the record or list in the reply. Default: that of the file. */
  readonly data?: Source;
  /** Where our fields are in their record. */
  readonly record?: FieldsFor<RecordOf<Id>, Wire>;
  /** Fields of our `meta`, from the reply: `{ balances: … }` of a claim. */
  readonly meta?: FieldMap;
  /** Which records of a list count; the others are left out: archived ones, for example. */
  readonly keep?: Source<Wire>;
  readonly finish?: FinishRules;
  readonly before?: Readonly<Record<string, Lookup>>;
  readonly also?: Readonly<Record<string, Lookup>>;
  readonly errors?: ErrorRules;
}

/** Records of a file that does not declare them: functions read any field. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Untyped = any;

/** Several where the service has an operation for each of several cases; `false`: none. */
type RulesFor<Id extends OperationId, Wire> =
  OperationRules<Id, Wire> | readonly OperationRules<Id, Wire>[] | false;

/** The service's own records by operation id, for files in TypeScript: functions get them typed. */
export type WireRecords = { readonly [Id in OperationId]?: unknown };

/** What one tenant's service does differently. */
export interface TenantFile<Wires extends WireRecords = Record<never, never>> {
  /** Name for messages. */
  readonly name?: string;
  /** Rules by operation id; `false`: the service has no such operation, and what needs it is hidden. */
  readonly operations?: {
    readonly [Id in OperationId]?: RulesFor<Id, Id extends keyof Wires ? Wires[Id] : Untyped>;
  };
  /** Headers of every request. No secrets: pages load this file. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Place of records and lists in replies. Default `/data`. */
  readonly data?: Source;
  readonly paging?: PagingRules;
  readonly errors?: ErrorRules;
  /**
   * Whether a write that is repeated with its key has one effect. Only with `honoured` elements promise that nothing is charged twice.
   * With `honoured: false` the key is sent where `header` names one for it, and otherwise left out.
   */
  readonly idempotency?: { readonly honoured: boolean; readonly header?: string };
  /**
   * Seconds after a write until reads show it, at most 30: after a write, reads wait so long. Without it, a read that shows nothing of a
   * write whose answer was lost proves nothing.
   */
  readonly lag?: number;
  /** Which list of a customer is the wishlist: that with a handle, or the first one of a type (in our words). Default: handle `wishlist`. */
  readonly wishlist?: { readonly handle: string } | { readonly type: string };
  /** 404 for the items of a wishlist means that there is none yet. Otherwise the lists of the customer decide. */
  readonly missingWishlist?: 'empty';
  /** Requests that the service takes: pages wait rather than be refused. */
  readonly limit?: { readonly requests: number; readonly perSeconds: number };
}

/** The page's file, on `globalThis`: where the script was loaded twice, both copies read it. */
export const TENANT_FILE = Symbol.for('loyalty-elements tenant');

/**
 * Types a tenant file. In a page it is the file of all providers, if its script is before that of the elements; the client and the proxy
 * get it as a setting.
 */
export function defineTenant<Wires extends WireRecords = Record<never, never>>(
  file: TenantFile<Wires>,
): TenantFile<Wires> {
  if ('document' in globalThis) (globalThis as Record<symbol, unknown>)[TENANT_FILE] = file;
  return file;
}
