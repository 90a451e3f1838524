import { jsonAnswer, SAFE_HEADERS, unavailable } from '../guard/answer.ts';
import type { Log } from '../log.ts';
import { readJson as parseJson } from '../../services/transport/json.ts';
import { readJson, type UpstreamResponse } from '../upstream/exchange.ts';
import { ownLinkHeader, withOwnLinks, type ToOwnLink } from './links.ts';

/** Headers of the service that the browser gets, besides the type. */
export const RELAYED = [
  'retry-after',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'deprecation',
  'sunset',
  'allow',
  'content-language',
] as const;

const JSON_TYPE = /^application\/([\w.-]+\+)?json\s*(;|$)/i;
const NO_CONTENT = new Set([204, 205]);
/** What an answer with links to other pages has. */
const LINKS = /"(links|meta)"/;

/**
 * The service's answer as the browser gets it: status and JSON unchanged, except that links to other pages lead through the proxy.
 * What is no JSON, or an empty body where one is due, becomes an error as JSON, and the texts of internal errors of the service are not forwarded.
 */
export function relay(answer: UpstreamResponse, log: Log, toOwnLink: ToOwnLink, method: string): Response {
  const { status, bytes } = answer;
  const headers: Record<string, string> = { ...SAFE_HEADERS };
  for (const name of RELAYED) {
    const value = answer.headers.get(name);
    // The text of a refusal may be the proxy's own.
    if (value !== null && (name !== 'content-language' || status < 400)) headers[name] = value;
  }
  const link = answer.headers.get('link');
  const ownLink = link === null ? undefined : ownLinkHeader(link, toOwnLink);
  if (ownLink !== undefined) headers['link'] = ownLink;
  if (status >= 500) {
    const { message, details } = unavailable();
    return jsonAnswer(
      status,
      { message },
      { 'retry-after': details.headers?.['Retry-After'] ?? '', ...headers },
    );
  }
  if (NO_CONTENT.has(status)) return new Response(null, { status, headers });
  const isJson = JSON_TYPE.test(answer.headers.get('content-type') ?? '');
  if (status >= 400) {
    // Spec 7: an error is an object with a message. Other bodies are replaced.
    const { message } = Object(isJson ? readJson(answer) : undefined) as { message?: unknown };
    if (typeof message !== 'string') {
      return jsonAnswer(status, { message: 'The loyalty service refused this.' }, headers);
    }
    headers['Content-Type'] = 'application/json';
    return new Response(bytes, { status, headers });
  }
  const text = isJson ? new TextDecoder().decode(bytes) : '';
  const json = parseJson(text);
  if (json === undefined) {
    const isEmptyWrite = bytes.length === 0 && method !== 'GET';
    if (!isEmptyWrite) log({ level: 'error', event: 'upstream_not_json', status });
    // A status of 5xx would say that a write may not be done.
    if (method !== 'GET') return new Response(null, { status: 204, headers });
    throw unavailable();
  }
  headers['Content-Type'] = 'application/json';
  // Bytes that stay as they are need not be encoded again.
  const own = LINKS.test(text) ? withOwnLinks(text, json, toOwnLink) : text;
  return new Response(own === text ? bytes : own, { status, headers });
}
