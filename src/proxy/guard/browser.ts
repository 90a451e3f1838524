import { IDEMPOTENCY_KEY } from '../../services/transport/http.ts';
import type { ProxyConfig } from '../settings/settings.ts';
import { Refusal, SAFE_HEADERS } from './answer.ts';

const METHODS = 'GET, POST, PUT, DELETE';
const REQUEST_HEADERS = `Authorization, Content-Type, Accept, Accept-Language, ${IDEMPOTENCY_KEY}`;
const EXPOSED = 'Retry-After, Link';
const PREFLIGHT_KEPT_SECONDS = '3600';

/** What a page of this origin may see; nothing for other origins. Never with credentials: there are no cookies here. */
export const crossOriginHeaders = (
  origin: string | null,
  origins: ProxyConfig['origins'],
): Readonly<Record<string, string>> =>
  origin !== null && origins.has(origin)
    ? { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': EXPOSED }
    : {};

/** Answers what a browser asks before the request itself. Other origins get no permission. */
export const preflight = (permission: Readonly<Record<string, string>>): Response =>
  new Response(null, {
    status: 204,
    headers: {
      ...SAFE_HEADERS,
      ...permission,
      ...('Access-Control-Allow-Origin' in permission && {
        'Access-Control-Allow-Methods': METHODS,
        'Access-Control-Allow-Headers': REQUEST_HEADERS,
        'Access-Control-Max-Age': PREFLIGHT_KEPT_SECONDS,
      }),
      Allow: METHODS,
      Vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    },
  });

/**
 * Refuses what another site's page sends. A browser names the origin of every request that matters here; the few that come
 * without one say by Sec-Fetch-Site where they are from. Servers and apps send neither.
 */
export function checkOrigin({ method, headers }: Request, origins: ProxyConfig['origins']): void {
  const origin = headers.get('Origin');
  const site = headers.get('Sec-Fetch-Site');
  const foreign = origin === null ? site !== null && site !== 'same-origin' : !origins.has(origin);
  // A form or a link: no page of a shop talks to us that way.
  const mode = headers.get('Sec-Fetch-Mode');
  const navigates = mode === 'navigate' || (mode === 'no-cors' && method !== 'GET');
  if (foreign || navigates) throw new Refusal(403, 'This origin may not ask here.');
}
