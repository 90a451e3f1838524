import { IDEMPOTENCY_KEY_FORMAT } from '../../services/transport/formats.ts';
import { IDEMPOTENCY_KEY } from '../../services/transport/http.ts';
import type { Mapping } from '../../services/transport/tenant/mapping.ts';
import { isLoopback } from '../../services/transport/loopback.ts';
import { addProfileCustomEvent } from '../../services/contract/endpoints/index.ts';
import { checkEvent } from '../allow-list/check-event.ts';
import { boundRequest, checkBody, checkQuery } from '../allow-list/check-request.ts';
import type { Match } from '../allow-list/matcher.ts';
import type { Dependencies, ProxyRequest } from '../dependencies.ts';
import { malformed, notFound, Refusal } from '../guard/answer.ts';
import { readJsonBody } from '../guard/body.ts';
import type { Target } from '../guard/target.ts';
import type { Session } from '../storage/sessions.ts';
import type { UpstreamResponse } from '../upstream/exchange.ts';
import { exchangeMapped } from '../upstream/mapped.ts';
import { withToken } from '../upstream/service.ts';
import { sessionOf } from './authorization.ts';
import { linksOf, tenantQuery } from './links.ts';
import { relay } from './relay.ts';

/**
 * Forwards `/v3/…` to the same path of the service (ASSUMPTION): endpoints of the allow list, with the profile of the session.
 * The order of the checks is that of spec 7: endpoint, session, profile, fields.
 *
 * @param known the session of the request, where it has been looked up already
 */
export async function forward(
  dependencies: Dependencies,
  incoming: ProxyRequest,
  target: Target,
  known?: Session,
): Promise<Response> {
  const { config, exchange, match, fieldsOf, tokenOf } = dependencies;
  const { request, signal, clientAddress } = incoming;
  const found = match(request.method, target.segments);
  if (!found) throw notFound();
  if (!('endpoint' in found)) throw wrongMethod(found);

  const session = known ?? (await sessionOf(dependencies, incoming));
  const bound = boundRequest(found, session);
  const path = config.pathTo(bound.endpoint, bound.parameters);
  const fields = fieldsOf(found.endpoint);
  checkQuery(target.query, fields, session);
  let body = await bodyOf(request, signal);
  if (body !== undefined) {
    if (found.endpoint === addProfileCustomEvent) body = checkEvent(body, config.events);
    else checkBody(body, fields, session);
  }

  const upstreamUrl = config.baseUrl + path;
  const send = ({ address, ...sent }: SentRequest) =>
    withToken(tokenOf(session.customerId, clientAddress), signal, (bearer) =>
      exchange({
        method: sent.method,
        url: config.baseUrl + address,
        headers: { ...sent.headers, Authorization: `Bearer ${bearer}` },
        body: sent.body,
        signal,
      }),
    );
  const answer = config.mapping
    ? await forwardMapped(dependencies, config.mapping, { request, target, bound, body, send })
    : await send({
        method: found.endpoint.method,
        address: path + tenantQuery(target.query, config.paging),
        headers: headersFor(request, body, config.idempotencyHeader),
        body,
      });
  const ownUrl = `${ownAddress(config, request)}/${target.segments.map(encodeURIComponent).join('/')}`;
  const toOwnLink = linksOf({
    upstreamUrl,
    upstreamPath: path,
    ownUrl,
    fields,
    session,
    paging: config.paging,
    onRefused: () => dependencies.reportPaging(found.endpoint.id),
  });
  return relay(answer, config.log, toOwnLink, request.method);
}

/** A request to the service, without its token. */
export interface SentRequest {
  readonly method: string;
  /** Path and query, relative to the base address. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

interface MappedForward {
  readonly request: Request;
  readonly target: Target;
  readonly bound: Match;
  readonly body: string | undefined;
  readonly send: (request: SentRequest) => Promise<UpstreamResponse>;
}

/** Forwards a request in the words of the tenant file. */
export function forwardMapped(
  { config }: Pick<Dependencies, 'config'>,
  mapping: Mapping,
  { request, target, bound, body, send }: MappedForward,
): Promise<UpstreamResponse> {
  const { [IDEMPOTENCY_KEY]: idempotencyKey, ...headers } = headersFor(request, body, IDEMPOTENCY_KEY);
  const parameters = {
    ...bound.parameters,
    query: Object.fromEntries(new URLSearchParams(target.query)),
    queryText: target.query,
    body: body === undefined ? undefined : (JSON.parse(body) as unknown),
    acceptLanguage: headers['Accept-Language'],
    idempotencyKey,
  };
  // A body that the file does not change keeps its text: numbers may be longer than those of JavaScript.
  const bodyText = (wire: unknown) => (wire === parameters.body ? body : JSON.stringify(wire));
  return exchangeMapped(
    mapping,
    bound.endpoint,
    parameters,
    ({ method, address, body: wire, headers: more, idempotencyKey: key }) =>
      send({
        method,
        address,
        headers: { ...headers, ...(key && { [config.idempotencyHeader]: key }), ...more },
        body: bodyText(wire),
      }),
    config.log,
  );
}

/**
 * The address at which pages reach the proxy. Without the setting `publicUrl` it is the host of the request, over https: TLS may end
 * at a server in front. Only this machine itself is served over http.
 */
function ownAddress({ publicUrl, pathPrefix }: Dependencies['config'], { url }: Request): string {
  if (publicUrl !== undefined) return publicUrl;
  const { protocol, host, hostname } = new URL(url);
  return `${isLoopback(hostname) ? protocol : 'https:'}//${host}${pathPrefix}`;
}

export const wrongMethod = (methods: readonly string[]): Refusal =>
  new Refusal(405, 'This address does not take that method.', { headers: { Allow: methods.join(', ') } });

export async function bodyOf(request: Request, signal: AbortSignal): Promise<string | undefined> {
  if (request.method !== 'GET') return readJsonBody(request, signal);
  refuseBody(request);
  return undefined;
}

/** @throws Refusal 400 for a request with a body */
export function refuseBody({ headers }: Request): void {
  if (Number(headers.get('Content-Length')) > 0 || headers.has('Transfer-Encoding')) throw malformed();
}

const LANGUAGE = /^[\w\-,;=.* ]{1,200}$/;

/** The headers of the request to the service. Only the language and the idempotency key are from the client, if they are well formed. */
export function headersFor(
  { headers }: Request,
  body: string | undefined,
  idempotencyHeader: string,
): Record<string, string> {
  const language = headers.get('Accept-Language');
  const key = headers.get(IDEMPOTENCY_KEY);
  if (key !== null && !IDEMPOTENCY_KEY_FORMAT.test(key)) throw malformed();
  return {
    Accept: 'application/json',
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...(language !== null && LANGUAGE.test(language) && { 'Accept-Language': language }),
    ...(key !== null && { [idempotencyHeader]: key }),
  };
}
