import {
  endpointOf,
  type BodyOf,
  type OperationId,
  type Operations,
  type ReplyOf,
} from '../services/contract/catalogue.ts';
import type { Endpoint, ListedEndpoint } from '../services/contract/endpoint.ts';
import { uploadImport } from '../services/contract/endpoints/index.ts';
import { credentialsToken } from '../services/contract/endpoints/auth.ts';
import { LoyaltyError } from '../services/transport/errors.ts';
import { createHttp, IDEMPOTENCY_KEY, type Fetch } from '../services/transport/http.ts';
import { loggedFetch } from '../services/transport/logging.ts';
import { checkPathOverrides } from '../services/transport/path-overrides.ts';
import { checkTenantFile } from '../services/transport/tenant/check-tenant-file.ts';
import { createMapping } from '../services/transport/tenant/mapping.ts';
import { fillPath } from '../services/transport/paths.ts';
import { record } from '../services/transport/read.ts';
import type { Page } from '../services/contract/envelope.ts';
import type { Import } from '../services/contract/platform.ts';
import { createTokenBroker, memoryTokenStore } from '../services/transport/tokens.ts';
import { cutLines, sendParts, type BatchPart } from './batches.ts';
import {
  formSender,
  queryOf,
  send,
  type GivenParameters,
  type LooseParameters,
  type Parameters,
} from './call.ts';
import { pagesOf } from './pages.ts';
import { checkReply, type ReplyReport } from './replies.ts';
import {
  checkBatches,
  checkIdempotencyHeader,
  checkLanguage,
  checkPaging,
  checkToken,
  readClientAddress,
  type ClientSettings,
} from './settings.ts';
import { acquireFrom, credentialsSource, givenSource } from './tokens.ts';

const TIMEOUT_MS = 30_000;
const MAX_WAIT_MS = 60_000;

/** The item type of a browse. */
type ItemOf<Reply> = Reply extends Page<infer Item> ? Item : never;
/** Does not compile for an endpoint whose reply has no pages. */
type Paged<E extends ListedEndpoint> = ReplyOf<E> extends Page<unknown> ? unknown : never;
/** Does not compile for an endpoint that takes no array. */
type Batched<E extends ListedEndpoint> = BodyOf<E> extends readonly unknown[] ? unknown : never;
/** The record type of a batch. */
type RecordOf<Body> = Body extends readonly (infer One)[] ? One : never;
type CallOf<E> =
  E extends Endpoint<infer Path, infer Reply, infer Body, infer Id>
    ? (...parameters: GivenParameters<Parameters<Path, Body, Id>>) => Promise<Reply>
    : never;

export interface Client {
  /**
   * Calls an endpoint of the catalogue. Resolves to `undefined` for a write that a tenant answers without a body.
   * @throws LoyaltyError
   */
  call<E extends ListedEndpoint>(
    endpoint: E,
    ...parameters: GivenParameters<Parameters<E['path'], BodyOf<E>, E['id']>>
  ): Promise<ReplyOf<E>>;
  /** The same, by operation id: `client.operation('webhooks.store')({ body })`. */
  operation<Id extends OperationId>(id: Id): CallOf<Operations[Id]>;
  /** Page after page of a browse. */
  pages<E extends ListedEndpoint>(
    endpoint: E & Paged<E>,
    ...parameters: GivenParameters<Parameters<E['path'], undefined, E['id']> & { readonly pageSize?: number }>
  ): AsyncIterable<ReplyOf<E>>;
  /** Record after record of a browse, over all pages. */
  all<E extends ListedEndpoint>(
    endpoint: E & Paged<E>,
    ...parameters: GivenParameters<Parameters<E['path'], undefined, E['id']> & { readonly pageSize?: number }>
  ): AsyncIterable<ItemOf<ReplyOf<E>>>;
  /**
   * Sends records to a batch endpoint, split into requests of the largest accepted size. The service accepts records before it saves
   * them; the result lists what it accepted. A refused request does not reject the promise: the result has its records, so that
   * they can be sent again.
   */
  batch<E extends ListedEndpoint>(
    endpoint: E & Batched<E>,
    records: readonly RecordOf<BodyOf<E>>[],
    parameters?: { readonly signal?: AbortSignal; readonly idempotencyKey?: string },
  ): Promise<readonly BatchPart[]>;
  /** Uploads records as files, the way for large loads (spec 1 rule 8); `importJobs` have their progress. */
  load(
    model: string,
    records: Iterable<unknown> | AsyncIterable<unknown>,
    parameters?: { readonly signal?: AbortSignal },
  ): AsyncIterable<Import | undefined>;
}

/**
 * A client for servers and scripts (Node 20 and later) that knows every endpoint of the catalogue.
 * @throws LoyaltyError `invalid_config` that says what to change
 */
export function createClient(settings: ClientSettings): Client {
  const baseUrl = readClientAddress(settings);
  checkToken(settings);
  checkPaging(settings);
  checkBatches(settings);
  checkIdempotencyHeader(settings);
  checkLanguage(settings);
  const { token, credentials, logging, onReply, timeoutMs = TIMEOUT_MS, maxWaitMs = MAX_WAIT_MS } = settings;
  const log = logging ? (settings.console ?? console) : undefined;
  const { fetch: ownFetch = (url, init) => fetch(url, init), idempotencyHeader, language } = settings;
  const namedFetch = idempotencyHeader ? withHeaderName(ownFetch, idempotencyHeader) : ownFetch;
  const bareFetch = language ? withLanguage(namedFetch, language) : namedFetch;
  const tracedFetch = log ? loggedFetch(bareFetch, log) : bareFetch;
  const http = createHttp(tracedFetch, timeoutMs);
  const form = formSender(tracedFetch, timeoutMs);
  const paths = checkPathOverrides(settings.paths);
  const mapping =
    settings.tenantFile &&
    Promise.resolve(
      createMapping(checkTenantFile(settings.tenantFile), paths, { baseUrl, caller: { language } }),
    );
  const backOff = { until: 0, count: 0 };
  const options = { baseUrl, paths, http, form, maxWaitMs, backOff, mapping };
  const source = credentials
    ? credentialsSource(credentials, (body) => send(credentialsToken, { body }, options))
    : givenSource(token);
  const store = memoryTokenStore();
  const tokens = createTokenBroker(store, acquireFrom(source, store), Date.now);

  function report(found: ReplyReport): void {
    onReply?.(found);
    const where = found.problems.slice(0, 10).join('; ');
    log?.warn(`loyalty-elements: the reply to ${found.operation} differs: ${where}`);
  }

  async function call(endpoint: ListedEndpoint, parameters: LooseParameters = {}): Promise<unknown> {
    const reply = await send(endpoint, parameters, { ...options, tokens });
    checkReply(endpoint, reply, log || onReply ? report : undefined);
    return reply;
  }

  async function* pages(
    endpoint: ListedEndpoint,
    parameters: LooseParameters & { readonly pageSize?: number } = {},
  ) {
    const { pageSize, filter: _filter, sort: _sort, ...rest } = parameters;
    const given = queryOf(parameters);
    const address = baseUrl + fillPath(endpoint, parameters, paths);
    yield* pagesOf((query) => call(endpoint, { ...rest, query: { ...given, ...query } }), {
      address,
      operation: endpoint.id,
      paging: settings.paging,
      pageSize,
    });
  }

  async function* all(endpoint: ListedEndpoint, parameters?: LooseParameters) {
    for await (const page of pages(endpoint, parameters)) yield* page.data;
  }

  function operation(id: string) {
    const endpoint = endpointOf(id);
    if (!endpoint) throw new LoyaltyError('not_found', `There is no operation ${id}.`);
    return (parameters?: LooseParameters) => call(endpoint, parameters);
  }

  async function* load(
    model: string,
    records: Iterable<unknown> | AsyncIterable<unknown>,
    { signal }: { readonly signal?: AbortSignal } = {},
  ) {
    for await (const content of cutLines(records, settings.batches?.bytes)) {
      const body = { model, format: 'ndjson', content } as const;
      yield record(await call(uploadImport, { body, signal })).data as Import | undefined;
    }
  }

  return {
    call,
    operation,
    pages,
    all,
    load,
    batch: (
      endpoint: ListedEndpoint,
      records: readonly unknown[],
      { signal, idempotencyKey }: LooseParameters = {},
    ) =>
      sendParts(
        records,
        (body, number) =>
          call(endpoint, {
            body,
            signal,
            ...(idempotencyKey && { idempotencyKey: `${idempotencyKey}-${number}` }),
          }),
        settings.batches,
      ),
  } as unknown as Client;
}

/** Sends the idempotency key in a header of another name. */
const withHeaderName =
  (send: Fetch, name: string): Fetch =>
  (url, { headers, ...init }) => {
    const { [IDEMPOTENCY_KEY]: key, ...others } = headers as Record<string, string>;
    return send(url, { ...init, headers: key === undefined ? others : { ...others, [name]: key } });
  };

const withLanguage =
  (send: Fetch, language: string): Fetch =>
  (url, { headers, ...init }) =>
    send(url, { ...init, headers: { ...(headers as object), 'Accept-Language': language } });
