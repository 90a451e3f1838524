import { IDEMPOTENCY_KEY } from '../../services/transport/http.ts';
import { TRACING_HEADERS } from '../../services/transport/tracing-headers.ts';
import type { ProxyConfig } from '../settings/settings.ts';
import { Refusal, SAFE_HEADERS } from './answer.ts';

/** Scheme, host and port as browsers send them: an ASCII host name without a wildcard, or an IPv6 address. */
const ORIGIN = /^https?:\/\/([a-z\d_]([a-z\d_.-]*[a-z\d_])?|\[[\da-f:.]+\])(:\d{1,5})?$/;
const MAX_LENGTH = 255;

/** Whether a text is an origin exactly as a browser sends it: `http://localhost:5173`, without a slash or a default port. */
export const isWebOrigin = (text: string): boolean =>
  text.length <= MAX_LENGTH && ORIGIN.test(text) && URL.canParse(text) && new URL(text).origin === text;

const METHODS = 'GET, POST, PUT, DELETE';
/** Those of tracing are allowed, and not forwarded. */
const REQUEST_HEADERS = [
  'Authorization',
  'Content-Type',
  'Accept',
  'Accept-Language',
  IDEMPOTENCY_KEY,
  ...TRACING_HEADERS,
].join(', ');
const EXPOSED = 'Retry-After, Link, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset';
const PREFLIGHT_MAX_AGE_SECONDS = '3600';

/** The CORS headers for an allowed origin; none for other origins. Never with credentials: the proxy has no cookies. */
export const crossOriginHeaders = (
  origin: string | null,
  origins: ProxyConfig['origins'],
): Readonly<Record<string, string>> =>
  origin !== null && origins.has(origin)
    ? { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': EXPOSED }
    : {};

/** Answers a preflight request. Other origins get no permission. */
export const preflight = (permission: Readonly<Record<string, string>>): Response =>
  new Response(null, {
    status: 204,
    headers: {
      ...SAFE_HEADERS,
      ...permission,
      ...('Access-Control-Allow-Origin' in permission && {
        'Access-Control-Allow-Methods': METHODS,
        'Access-Control-Allow-Headers': REQUEST_HEADERS,
        'Access-Control-Max-Age': PREFLIGHT_MAX_AGE_SECONDS,
      }),
      Allow: METHODS,
      Vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    },
  });

/**
 * Refuses the requests of another site's page. A browser sends `Origin` with nearly all requests, and `Sec-Fetch-Site` with the few
 * that have none. Servers and apps send neither.
 */
export function checkOrigin({ method, headers }: Request, origins: ProxyConfig['origins']): void {
  const origin = headers.get('Origin');
  const site = headers.get('Sec-Fetch-Site');
  const foreign = origin === null ? site !== null && site !== 'same-origin' : !origins.has(origin);
  // A submitted form or a followed link: pages of a shop use fetch only.
  const mode = headers.get('Sec-Fetch-Mode');
  const navigates = mode === 'navigate' || (mode === 'no-cors' && method !== 'GET');
  if (foreign || navigates) throw new Refusal(403, 'This origin may not ask here.');
}

/**
 * Refuses requests of other origins to a proxy whose sessions are in cookies, which a browser sends by itself: also of another origin of the
 * shop, such as a sub-domain. A browser that sends no `Sec-Fetch-Site` sends `Origin` with what changes something.
 */
export function checkSameOrigin({ method, headers }: Request): void {
  const site = headers.get('Sec-Fetch-Site');
  const isSame = site === null ? method === 'GET' || headers.has('Origin') : site === 'same-origin';
  if (!isSame) throw new Refusal(403, 'This origin may not ask here.');
}

/** Clients can send any `Origin`: no more than this many different origins are stored and reported. */
const MAX_REPORTED = 20;
/** The origin that a browser sends for a page without one, such as a file opened from the disk. */
const OPAQUE = 'null';

/** Reports each refused `Origin` header once, if it is `null` or an origin. Other texts are dropped. */
export function reportOnce(report: (origin: string) => void): (header: string) => void {
  const reported = new Set<string>();
  return (header) => {
    if (reported.size >= MAX_REPORTED || reported.has(header)) return;
    if (header !== OPAQUE && !isWebOrigin(header)) return;
    reported.add(header);
    report(header);
  };
}
