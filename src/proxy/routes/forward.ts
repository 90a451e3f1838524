import { IDEMPOTENCY_KEY_FORMAT } from '../../services/transport/formats.ts';
import { IDEMPOTENCY_KEY } from '../../services/transport/http.ts';
import { isLoopback } from '../../services/transport/loopback.ts';
import { addProfileCustomEvent } from '../../services/contract/endpoints/index.ts';
import { checkEvent } from '../allow-list/check-event.ts';
import { boundPath, checkBody, checkQuery } from '../allow-list/check-request.ts';
import type { Dependencies, ProxyRequest } from '../dependencies.ts';
import { malformed, notFound, Refusal } from '../guard/answer.ts';
import { readJsonBody } from '../guard/body.ts';
import type { Target } from '../guard/target.ts';
import type { Session } from '../storage/sessions.ts';
import { withToken } from '../upstream/service.ts';
import { sessionOf } from './authorization.ts';
import { linksOf, tenantQuery } from './links.ts';
import { relay } from './relay.ts';

/**
 * Forwards `/v3/…` to the same path of the service (ASSUMPTION G44): endpoints of the allow list, with the profile of the session.
 * The order of the checks is that of spec 7: endpoint, session, profile, fields.
 *
 * @param known the session of the request, where it has been looked up already
 */
export async function forward(
  dependencies: Dependencies,
  { request, signal }: ProxyRequest,
  target: Target,
  known?: Session,
): Promise<Response> {
  const { config, exchange, match, fieldsOf, tokenOf } = dependencies;
  const found = match(request.method, target.segments);
  if (!found) throw notFound();
  if (!('endpoint' in found)) throw wrongMethod(found);

  const session = known ?? (await sessionOf(dependencies, request));
  const path = boundPath(found, session, config.pathTo);
  const fields = fieldsOf(found.endpoint);
  checkQuery(target.query, fields, session);
  let body = await bodyOf(request, signal);
  if (body !== undefined) {
    if (found.endpoint === addProfileCustomEvent) body = checkEvent(body, config.events);
    else checkBody(body, fields, session);
  }

  const upstreamUrl = config.baseUrl + path;
  const url = upstreamUrl + tenantQuery(target.query, config.paging);
  const headers = headersFor(request, body, config.idempotencyHeader);
  const answer = await withToken(tokenOf(session.customerId), signal, (bearer) =>
    exchange({
      method: found.endpoint.method,
      url,
      headers: { ...headers, Authorization: `Bearer ${bearer}` },
      body,
      signal,
    }),
  );
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
  return relay(answer, config.log, toOwnLink);
}

/**
 * The address at which pages reach the proxy (G44). Without the setting `publicUrl` it is the host of the request, over https: TLS may end
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
