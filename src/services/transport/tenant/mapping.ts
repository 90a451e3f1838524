import { profileLists } from '../../contract/endpoints/lists.ts';
import type { ListedEndpoint } from '../../contract/endpoint.ts';
import { acceptedLanguages } from '../accept-language.ts';
import { LoyaltyError, toLoyaltyError, unreadable } from '../errors.ts';
import { isDone } from '../unanswered.ts';
import { WISHLIST } from '../page-parts.ts';
import type { PathTemplates } from '../paths.ts';
import { PAGE_NUMBER, PAGE_SIZE, pageQuery, writeQuery, type Query } from '../query.ts';
import { record, text } from '../read.ts';
import { DECIDING_FIELDS } from './deciding-fields.ts';
import { buildRecord, evaluate, mapFields, type Scope } from './sources.ts';
import type {
  ErrorRules,
  FieldMap,
  FinishRules,
  Lookup,
  OperationRules,
  PagingRules,
  Source,
  TenantFile,
} from './tenant-file.ts';
import { askedPage, pagedReply, pageParameters, type AskedPage } from './tenant-pages.ts';

// Between `call` and the readers: asks a tenant's service in its own words, and gives the answers in those of the catalogue. Loaded only
// with a tenant file.

/** A request as the service takes it. */
export interface WireRequest {
  readonly method: string;
  /** Path and query, relative to the base address. */
  readonly address: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly keepalive?: boolean | undefined;
}

/** An answer with a good status. */
export interface WireReply {
  readonly body: unknown;
  readonly headers?: Pick<Headers, 'get'> | undefined;
}

/** Sends one request. @throws LoyaltyError for every other status, with the body in `cause.body` */
export type Ask = (request: WireRequest) => Promise<WireReply>;

/** Parameters of a call, as `call` takes them. */
export interface MappedParameters {
  readonly query?: Query | undefined;
  /** The query as a proxy got it, with its `?`: sent where the file says nothing about it. */
  readonly queryText?: string | undefined;
  readonly body?: unknown;
  /** Languages of the request, as in `Accept-Language`, where they are not those of the mapping. */
  readonly acceptLanguage?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly keepalive?: boolean | undefined;
}

export interface Mapping {
  readonly file: TenantFile;
  /**
   * Asks the service for what `call` asks for.
   * @throws LoyaltyError `unsupported` for an operation that the service does not have, `bad_response` for a reply that cannot be mapped
   */
  call(endpoint: ListedEndpoint, parameters: MappedParameters, ask: Ask): Promise<unknown>;
}

/** All pages of a list that a lookup reads are at most these. */
const MAX_PAGES = 20;
/** Largest page that a lookup asks for, where the file has none. */
const LOOKUP_PAGE_SIZE = 100;
/** Lookups for single records are sent at most this many at once. */
const MAX_AT_ONCE = 4;
/** Below the deadline of a page that waits for its proxy. */
const FINISH_SECONDS = 8;
const MAX_FINISH_SECONDS = 30;

const IS_OF_LIST = /^profiles\.lists\./;
/** Their records have the handle of the wishlist. */
const LISTS_WITH_HANDLES: ReadonlySet<string> = new Set(['profiles.lists.index', 'profiles.lists.show']);
/** Rules that change where a reply has its records, their fields or their pages. Without them it is given as it came. */
const REPLY_RULES = ['path', 'query', 'bodyAs', 'data', 'record', 'meta', 'keep', 'also'] as const;
/** Its fields are not in `data` (RFC 6749 5.1). */
const IS_BARE: ReadonlySet<string> = new Set(['auth.token.store']);
/** After these another list may be the first of its type. */
const CHANGES_LISTS: ReadonlySet<string> = new Set(['profiles.lists.store', 'profiles.lists.destroy']);

/** Where a page stores texts for its other tabs and the next page. */
interface TextStorage {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
}

/** Storage key of the times of requests. In a page those of other tabs and of the pages before count for a limit, too. */
const TIMES_KEY = 'loyalty-elements requests';

function storedTimes(own: readonly number[], storage: (() => TextStorage) | undefined): readonly number[] {
  try {
    const stored: unknown = storage && JSON.parse(storage().getItem(TIMES_KEY)!);
    return Array.isArray(stored) ? stored.filter((at) => typeof at === 'number') : own;
  } catch {
    return own; // no storage
  }
}

function storeTimes(times: readonly number[], storage: (() => TextStorage) | undefined): void {
  try {
    storage?.().setItem(TIMES_KEY, JSON.stringify(times));
  } catch {
    // Without storage each page counts its own.
  }
}

interface MappingOptions {
  /** Base address of the service: an address in a reply must be below it. */
  readonly baseUrl?: string | undefined;
  /** The page, or the client: its language, when a request is sent, and its storage, which throws where the browser permits none. */
  readonly caller?: {
    readonly language?: string | undefined;
    readonly browser?: { readonly localStorage: TextStorage } | undefined;
  };
}

/** @param paths path templates by operation id, where the file has none */
export function createMapping(
  file: TenantFile,
  paths: PathTemplates = {},
  { baseUrl, caller = {} }: MappingOptions = {},
): Mapping {
  /** Cursors of pages by the address of the browse: the reader asks for pages by number. */
  const cursors = new Map<string, (string | undefined)[]>();
  /** The wishlist by profile, where the file does not name its handle. */
  const wishlists = new Map<string, Promise<string | undefined>>();

  const { browser } = caller;
  const storage = browser && (() => browser.localStorage);
  let sentAt: readonly number[] = [];
  /** Waits until the limit of the file permits a request. */
  async function waitForLimit(): Promise<void> {
    if (!file.limit) return;
    const { requests, perSeconds } = file.limit;
    for (;;) {
      const now = Date.now();
      const start = now - perSeconds * 1_000;
      sentAt = storedTimes(sentAt, storage).filter((at) => at > start && at <= now);
      if (sentAt.length < requests) return storeTimes((sentAt = [...sentAt, now]), storage);
      await new Promise((resolve) => setTimeout(resolve, sentAt[0]! - start));
    }
  }

  async function call(endpoint: ListedEndpoint, parameters: MappedParameters, ask: Ask): Promise<unknown> {
    const given = file.operations?.[endpoint.id as keyof TenantFile['operations']] as
      OperationRules | readonly OperationRules[] | false | undefined;
    const rules = given && [given].flat().find((one) => applies(one, endpoint.id, parameters));
    if (given !== undefined && !rules)
      throw new LoyaltyError('unsupported', `${endpoint.id}: the service has no such operation.`, {
        operation: endpoint.id,
      });
    const { query, queryText, body, acceptLanguage, idempotencyKey, signal, keepalive, ...path } =
      parameters as MappedParameters & Record<string, unknown>;
    const operation = createOperation(endpoint, rules || {}, {
      path,
      query: query ?? {},
      queryText: queryText ?? writeQuery(query),
      body,
      languages: acceptedLanguages(acceptLanguage ?? caller.language),
      signal,
      ask,
    });
    try {
      await operation.lookUpBefore();
      const mapped = await operation.run({ idempotencyKey, signal, keepalive });
      if (CHANGES_LISTS.has(endpoint.id)) wishlists.clear();
      // A service may show a new list late.
      const made = endpoint.id === 'profiles.lists.store' ? record(record(mapped).data) : {};
      const { wishlist } = file;
      if (wishlist && 'type' in wishlist && made['type'] === wishlist.type && text(made['id']))
        wishlists.set(String(path['profile']), Promise.resolve(text(made['id'])));
      return mapped;
    } catch (thrown) {
      const error = toLoyaltyError(thrown);
      if (error.code === 'not_found' || error.code === 'unsupported') wishlists.clear();
      if (error !== thrown || (error.code === 'bad_response' && error.operation === undefined))
        throw new LoyaltyError('bad_response', `${endpoint.id}: ${(thrown as Error).message}`, {
          operation: endpoint.id,
          field: error.field,
          received: error.received,
          ...(error.status !== undefined && { status: error.status }),
          cause: thrown,
        });
      throw error;
    }
  }

  /** The service's text for our handle of the wishlist. */
  async function wishlistOf(
    path: Readonly<Record<string, unknown>>,
    ask: Ask,
    signal: AbortSignal | undefined,
  ) {
    const { wishlist } = file;
    if (!wishlist) return WISHLIST;
    if ('handle' in wishlist) return wishlist.handle;
    const profile = String(path['profile']);
    let found = wishlists.get(profile);
    if (!found) {
      found = call(profileLists, { profile, query: pageQuery(1), signal } as MappedParameters, ask).then(
        (reply) =>
          text(record((record(reply).data as unknown[]).find((list) => record(list).handle === WISHLIST)).id),
      );
      wishlists.set(profile, found);
      found.catch(() => wishlists.delete(profile));
    }
    const id = await found;
    if (id !== undefined) return id;
    wishlists.delete(profile);
    throw new LoyaltyError('not_found', 'The customer has no wishlist yet.');
  }

  /** Gives the customer's wishlist the handle that the elements know. */
  function withWishlistHandle(lists: readonly Record<string, unknown>[]): readonly Record<string, unknown>[] {
    const { wishlist } = file;
    if (!wishlist) return lists;
    const own = lists.find((list) =>
      'handle' in wishlist ? list['handle'] === wishlist.handle : list['type'] === wishlist.type,
    );
    return lists.map((list) => {
      if (list === own) return { ...list, handle: WISHLIST };
      // Another list with the handle of the wishlist gets its id as the handle: two lists would have the same one.
      return list['handle'] === WISHLIST ? { ...list, handle: text(list['id']) ?? '' } : list;
    });
  }

  interface Given {
    readonly path: Readonly<Record<string, unknown>>;
    readonly query: Query;
    readonly queryText: string;
    readonly body: unknown;
    readonly languages: readonly string[];
    readonly signal: AbortSignal | undefined;
    readonly ask: Ask;
  }

  function createOperation(endpoint: ListedEndpoint, rules: OperationRules, given: Given) {
    const { query, signal } = given;
    const { id } = endpoint;
    /** Of an array the first record: what a path or `before` reads. */
    const [body] = [given.body].flat();
    const found = new Map<string, unknown>();
    const errors = { ...file.errors, ...rules.errors };
    const paging: PagingRules = { ...file.paging, ...rules.paging };
    const isPaged = Object.keys(paging).length > 0;
    let path = given.path;

    const scopeOf = (
      reply?: unknown,
      headers?: WireReply['headers'],
      own?: ReadonlyMap<string, unknown>,
    ): Scope => ({
      operation: id,
      parameters: path,
      query,
      body,
      languages: given.languages,
      reply,
      header: (name) => headers?.get(name),
      get: (name) => (own?.has(name) ? own.get(name) : found.get(name)),
    });

    /** One request. Its refusals are in the words of spec 7. */
    async function send(request: WireRequest, rulesOfErrors: ErrorRules = errors): Promise<WireReply> {
      const { honoured, header: key } = file.idempotency ?? {};
      await waitForLimit();
      const reply = await given
        .ask({
          ...request,
          headers: {
            ...file.headers,
            ...request.headers,
            ...(key && request.idempotencyKey && { [key]: request.idempotencyKey }),
          },
          // A header that the service ignores may be one that its CORS settings refuse.
          idempotencyKey: key || honoured === false ? undefined : request.idempotencyKey,
        })
        .catch(async (thrown: unknown) => {
          const error = toLoyaltyError(thrown);
          // Where refusals have a good status, an answer that cannot be read may be one.
          if (isDone(error) && rulesOfErrors.refused)
            throw new LoyaltyError(error.code, error.message, { cause: error.cause });
          throw await mappedError(error, rulesOfErrors, scopeOf());
        });
      if (
        rulesOfErrors.refused &&
        evaluate(rulesOfErrors.refused, reply.body, scopeOf(reply.body, reply.headers))
      )
        throw await mappedError(
          new LoyaltyError('validation', undefined, { status: 422, cause: { body: reply.body } }),
          rulesOfErrors,
          scopeOf(),
        );
      return reply;
    }

    /** The template with its names and places filled in, each percent-encoded: none can change the route. */
    function fill(template: string, scope: Scope, own: unknown): string {
      return template.replace(/\{([^{}]+)\}/g, (_, place: string) => {
        const value = place.includes(':') ? evaluate(place as Source, own, scope) : scope.parameters[place];
        const filled = text(value) ?? '';
        if (/^\.{0,2}$|\p{Cs}/u.test(filled)) throw new LoyaltyError('not_found', `${id} needs {${place}}.`);
        return encodeURIComponent(filled);
      });
    }

    /** Fetches what a lookup names: a record, or all records of a list. */
    async function lookUp(lookup: Lookup, own: unknown, scope: Scope): Promise<unknown> {
      const base = fill(lookup.get, scope, own);
      const records: unknown[] = [];
      for (let number = 1; number <= MAX_PAGES; number++) {
        const asked = { number, size: paging.maxSize ?? LOOKUP_PAGE_SIZE };
        const page = lookup.by !== undefined && pageParameters(asked, paging);
        const address = base + queryText({ ...lookup.query, ...page });
        const reply = await send({ method: 'GET', address, signal });
        if (lookup.header !== undefined) return reply.headers?.get(lookup.header) ?? undefined;
        const replyScope = scopeOf(reply.body, reply.headers);
        const data = evaluate(lookup.data ?? file.data ?? '/data', reply.body, replyScope);
        if (lookup.by === undefined) return data;
        if (!Array.isArray(data)) throw unreadable(`the list of ${address}`, data, id);
        records.push(...(data as unknown[]));
        if (paging.kind === 'none' || !pagedReply(data, asked, paging, replyScope).links.next) break;
      }
      return records;
    }

    /** The record of a joined list that belongs to this one. */
    function joined({ by, key }: Lookup, list: unknown, own: unknown, scope: Scope): unknown {
      if (by === undefined) return list;
      const wanted = text(evaluate(key ?? '/id', own, scope));
      return (list as unknown[]).find(
        (one) => wanted !== undefined && text(evaluate(by, one, scope)) === wanted,
      );
    }

    async function lookUpBefore(): Promise<void> {
      if (IS_OF_LIST.test(id) && path['list'] === WISHLIST)
        path = { ...path, list: await wishlistOf(path, given.ask, signal) };
      for (const [name, lookup] of Object.entries(rules.before ?? {})) {
        const scope = scopeOf();
        found.set(name, joined(lookup, await lookUp(lookup, body, scope), body, scope));
      }
    }

    /** Path and query of what says how an accepted write goes; `undefined` where the reply does not have it. */
    function finishAddress({ address, get }: FinishRules, accepted: WireReply): string | undefined {
      const scope = scopeOf(accepted.body, accepted.headers);
      if (get !== undefined) {
        const places = Array.from(get.matchAll(/\{([^{}]+:[^{}]*)\}/g), ([, place]) => place as Source);
        const isThere = places.every((place) => text(evaluate(place as Source<never>, accepted.body, scope)));
        return isThere ? fill(get, scope, accepted.body) : undefined;
      }
      const given = text(evaluate(address as Source<never>, accepted.body, scope));
      if (given === undefined) return undefined;
      const base = new URL(`${baseUrl}/`);
      const { href } = new URL(given, base);
      // The token is for this service alone.
      if (!href.startsWith(base.href))
        throw new LoyaltyError('bad_response', `"${given}" is not below ${baseUrl}.`);
      return href.slice(base.href.length - 1);
    }

    /**
     * The reply of a write, after the service has done what it has accepted.
     * @throws LoyaltyError `validation` where it has failed, `timeout` where it is not known whether it is done
     */
    async function finished(accepted: WireReply): Promise<WireReply> {
      if (!rules.finish) return accepted;
      let last: { readonly reply: WireReply; readonly hasFailed?: boolean };
      try {
        const address = finishAddress(rules.finish, accepted);
        last = address === undefined ? { reply: accepted } : await poll(address, rules.finish, accepted);
      } catch (cause) {
        const { code, message } = toLoyaltyError(cause);
        if (code === 'aborted') throw cause;
        throw new LoyaltyError('timeout', `${id}: it is not known whether it is done: ${message}`, {
          operation: id,
          cause,
        });
      }
      const { reply, hasFailed } = last;
      if (!hasFailed) return reply;
      const { statusError } = await import('../failure.ts');
      const refusal = statusError({ status: 422, headers: { get: () => null } }, reply.body);
      throw await mappedError(refusal, errors, scopeOf());
    }

    /** Asks until the write is done or has failed. @throws LoyaltyError where neither is known */
    async function poll(
      address: string,
      { state: source, everySeconds, forSeconds = FINISH_SECONDS }: FinishRules,
      { headers }: WireReply,
    ): Promise<{ readonly reply: WireReply; readonly hasFailed: boolean }> {
      const { pause } = await import('../failure.ts');
      const waitMs = (everySeconds ?? (Number(headers?.get('retry-after')) || 1)) * 1_000;
      const end = Date.now() + Math.min(forSeconds, MAX_FINISH_SECONDS) * 1_000;
      while (Date.now() + waitMs <= end) {
        await pause(waitMs, signal);
        const reply = await send({ method: 'GET', address, signal });
        const state = evaluate(source as Source<never>, reply.body, scopeOf(reply.body, reply.headers));
        if (state === 'done' || state === 'failed') return { reply, hasFailed: state === 'failed' };
        if (state !== 'waiting') throw unreadable('state', state, id);
      }
      throw new LoyaltyError('timeout', 'the service has not finished it in time.');
    }

    interface Options {
      readonly idempotencyKey: string | undefined;
      readonly signal: AbortSignal | undefined;
      readonly keepalive: boolean | undefined;
    }

    async function run(options: Options): Promise<unknown> {
      const asked = askedPage(query, paging);
      const whole = paging.kind === 'none' || !asked;
      const base = fill(rules.path ?? paths[id] ?? endpoint.path, scopeOf(), body);
      const wire = wireQuery();
      const browse = base + queryText(wire);
      const method = rules.method ?? endpoint.method;
      const ask = (page: Query) =>
        send({
          method,
          address: base + (rules.query || isPaged ? queryText({ ...wire, ...page }) : given.queryText),
          body: wireBody(),
          headers: wireHeaders(),
          ...options,
        });
      if (whole || paging.kind !== 'cursor')
        return reply(await finished(await ask(asked ? pageParameters(asked, paging) : {})), asked, browse);
      // Page by page to the one that is asked for, from the last one whose cursor is known.
      const known = cursors.get(browse) ?? [];
      let number = asked.number;
      while (number > 1 && known[number] === undefined) number--;
      for (; ; number++) {
        const page = { ...asked, number };
        const mapped = await reply(
          await ask(pageParameters(page, paging, number > 1 ? cursors.get(browse)?.[number] : undefined)),
          page,
          browse,
        );
        if (number === asked.number) return mapped;
        if (!record(record(mapped).links).next) return { data: [], links: { next: null } };
      }
    }

    function wireQuery(): Query {
      const { [PAGE_NUMBER]: _number, [PAGE_SIZE]: _size, ...own } = query as Record<string, string>;
      if (typeof rules.query === 'function') return rules.query(own, scopeOf());
      const { leaveOut = [], rename = {}, values = {}, add, unsupported = [] } = rules.query ?? {};
      const sent: Record<string, string> = {};
      for (const [name, value] of Object.entries(own)) {
        if (unsupported.includes(name))
          throw new LoyaltyError('unsupported', `${id}: the service has no ${name}.`, { operation: id });
        if (leaveOut === 'all' || leaveOut.includes(name)) continue;
        sent[rename[name] ?? name] = values[name]?.[value] ?? value;
      }
      return { ...sent, ...add };
    }

    function wireHeaders(): Record<string, string> {
      const headers: Record<string, string> = {};
      for (const [name, source] of Object.entries(rules.headers ?? {})) {
        const value = text(evaluate(source as Source<never>, body, scopeOf()));
        if (value !== undefined) headers[name] = value;
      }
      return headers;
    }

    function wireBody(): unknown {
      const { body: map, bodyAs } = rules;
      if (!map && !bodyAs) return given.body;
      const records = Array.isArray(given.body) ? (given.body as unknown[]) : undefined;
      if (typeof map === 'function')
        return map((bodyAs && records ? records[0] : given.body) as never, scopeOf());
      const build = (own: unknown) =>
        map ? buildRecord(own, map as FieldMap, { ...scopeOf(), body: own }) : own;
      if (records) return bodyAs === 'record' ? build(records[0]) : records.map(build);
      return bodyAs === 'array' ? [build(given.body)] : build(given.body);
    }

    /** Whether the file says nothing about the place and the fields of the records, and nothing about their pages. */
    const isAsItCame =
      !isPaged &&
      file.data === undefined &&
      !(file.wishlist && LISTS_WITH_HANDLES.has(id)) &&
      !REPLY_RULES.some((name) => rules[name] !== undefined);

    async function reply(
      { body: whole, headers }: WireReply,
      asked: AskedPage | undefined,
      browse: string,
    ): Promise<unknown> {
      try {
        return await mappedReply(whole, headers, asked, browse);
      } catch (thrown) {
        const { code, message, operation, field, received } = toLoyaltyError(thrown);
        if (endpoint.method === 'GET' || code === 'aborted') throw thrown;
        // The write is done.
        const details = { status: 200, operation, field, received, cause: thrown };
        throw new LoyaltyError('bad_response', message, details);
      }
    }

    async function mappedReply(
      whole: unknown,
      headers: WireReply['headers'],
      asked: AskedPage | undefined,
      browse: string,
    ): Promise<unknown> {
      if (isAsItCame) return whole;
      const deciding = DECIDING_FIELDS[id as keyof typeof DECIDING_FIELDS];
      const scope = scopeOf(whole, headers);
      if (whole === undefined && !deciding) return undefined; // a write that is answered without a body
      const data = evaluate(rules.data ?? (IS_BARE.has(id) ? '' : (file.data ?? '/data')), whole, scope);
      const isList = deciding ? deciding.list : Array.isArray(data);
      const wires = isList && !Array.isArray(data) && rules.bodyAs === 'record' && data ? [data] : data;
      if (isList && !Array.isArray(wires)) throw unreadable('data', wires, id);
      const records = isList ? (wires as readonly unknown[]).filter((wire) => isKept(wire, scope)) : [data];
      const mapped = await mapRecords(records, scope);
      for (const one of mapped) checkDeciding(one, deciding?.fields ?? []);
      const named = LISTS_WITH_HANDLES.has(id) ? withWishlistHandle(mapped) : mapped;
      const meta = rules.meta ? buildRecord(whole, rules.meta, scope) : record(whole).meta;
      if (IS_BARE.has(id)) return named[0];
      if (!isList) return { data: named[0], ...(meta !== undefined && { meta }) };
      if (!asked) return { data: named };
      // A record that is left out counts for the page: otherwise a short page would seem to be the last.
      const { cursor, ...page } = pagedReply(wires as readonly unknown[], asked, paging, scope);
      if (paging.kind === 'cursor') {
        const known = cursors.get(browse) ?? [];
        known[asked.number + 1] = cursor;
        cursors.set(browse, known);
      }
      if (paging.kind !== 'none') return { ...page, data: named };
      return pagedReply(named, asked, paging, scope);
    }

    async function mapRecords(wires: readonly unknown[], scope: Scope): Promise<Record<string, unknown>[]> {
      const lookups = Object.entries(rules.also ?? {});
      const lists = new Map<string, unknown>();
      for (const [name, lookup] of lookups)
        if (!lookup.get.includes('{record:') && wires.length)
          lists.set(name, await lookUp(lookup, undefined, scope));
      const map = async (wire: unknown): Promise<Record<string, unknown>> => {
        const own = new Map<string, unknown>();
        for (const [name, lookup] of lookups)
          own.set(
            name,
            lists.has(name)
              ? joined(lookup, lists.get(name), wire, scope)
              : await lookUp(lookup, wire, scope),
          );
        const withOwn = lookups.length
          ? { ...scope, get: (name: string) => own.get(name) ?? found.get(name) }
          : scope;
        return mapFields(wire, (rules.record ?? {}) as FieldMap, withOwn);
      };
      const mapped: Record<string, unknown>[] = [];
      for (let at = 0; at < wires.length; at += MAX_AT_ONCE)
        mapped.push(...(await Promise.all(wires.slice(at, at + MAX_AT_ONCE).map(map))));
      return mapped;
    }

    /** @throws LoyaltyError `bad_response` for a word that `values` does not have: whether the record counts is not known */
    function isKept(wire: unknown, scope: Scope): boolean {
      const { keep } = rules;
      const kept = !keep || evaluate(keep, wire, scope);
      if (typeof kept !== 'boolean' && typeof keep === 'object' && keep?.values)
        throw unreadable('keep', kept, id);
      return !!kept;
    }

    function checkDeciding(own: Record<string, unknown>, fields: readonly string[]): void {
      for (const field of fields) {
        const isThere = field.split('|').some((one) => {
          const value = one.split('.').reduce<unknown>((at, name) => record(at)[name], own);
          return value !== undefined && value !== null && value !== '';
        });
        if (!isThere)
          throw new LoyaltyError('bad_response', `${id}: ${field.replace('|', ' or ')} is empty.`, {
            operation: id,
            field: field.split('|')[0],
          });
      }
    }

    return { lookUpBefore, run };
  }

  return { file, call };
}

/** Whether these rules are those of this call: the body has a value at `when`. */
function applies(
  { when }: OperationRules,
  operation: string,
  { query, queryText: _, body, ...path }: MappedParameters,
): boolean {
  if (when === undefined) return true;
  const [own] = [body].flat();
  const scope = {
    operation,
    parameters: path,
    query: query ?? {},
    body: own,
    languages: [],
    header: () => undefined,
    get: () => undefined,
  };
  return !!evaluate(when, own, scope);
}

/** Whether client credentials are sent as a form, as spec 5.1 shows: a tenant file may say JSON. */
export function sendsForm(mapping: Mapping | undefined): boolean {
  const [rules] = [mapping?.file.operations?.['auth.token.store']].flat();
  return !(rules && rules.bodyAs === 'json');
}

/** A parameter without a value is not sent: a function of the file may give one. */
function queryText(query: Query): string {
  const sent = Object.entries(query as Readonly<Record<string, unknown>>).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)]],
  );
  return sent.length ? writeQuery(Object.fromEntries(sent) as Query) : '';
}

/** The error of a status that is not 2xx, in the words of spec 7. */
async function mappedError(error: LoyaltyError, rules: ErrorRules, scope: Scope): Promise<LoyaltyError> {
  const { status } = error;
  const { body } = record(error.cause);
  if (status === undefined) return error;
  const read = (source: Source | undefined) => source && evaluate(source, body, scope);
  const seconds = Number(read(rules.retryAfter) ?? NaN);
  const given = read(rules.fields);
  const fields = given === undefined ? error.fields : fieldTexts(given);
  const message = text(read(rules.message));
  const named = rules.statuses?.[status];
  const { shopperTexts } = await import('../failure.ts');
  return new LoyaltyError(named ?? error.code, message ?? error.message, {
    status,
    fields,
    forShopper: shopperTexts(
      status,
      message ?? error.forShopper.message,
      fields,
      named === undefined ? undefined : named === 'validation' || named === 'conflict',
    ),
    ...(seconds >= 0
      ? { retryAfterMs: seconds * 1_000 }
      : error.retryAfterMs !== undefined && { retryAfterMs: error.retryAfterMs }),
    operation: error.operation,
    cause: error.cause,
  });
}

function fieldTexts(fields: unknown): Record<string, string[]> {
  const texts: Record<string, string[]> = Object.create(null);
  for (const [field, value] of Object.entries(record(fields)))
    texts[field] = [value].flat().filter((one) => typeof one === 'string');
  return texts;
}
