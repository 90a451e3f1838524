import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { IDEMPOTENCY_KEY } from '../../../src/services/transport/http.ts';
import { TRACING_HEADERS } from '../../../src/services/transport/tracing-headers.ts';

const PREFLIGHT_MAX_AGE_SECONDS = 3600;
/** Headers of answers that pages of other origins may read. */
const EXPOSED_HEADERS = [
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
];

/**
 * Cross-origin headers for the pages whose origin `allowedOrigin` returns. Hono answers the preflights. On other answers its
 * middleware would copy the whole response three times, so their headers are set here on the finished response.
 */
export function crossOrigin(allowedOrigin: (origin: string) => string | null): MiddlewareHandler {
  const preflight = cors({
    origin: allowedOrigin,
    allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type', 'Accept', IDEMPOTENCY_KEY, ...TRACING_HEADERS],
    exposeHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_MAX_AGE_SECONDS,
  });
  return async (context, next) => {
    if (context.req.method === 'OPTIONS') return await preflight(context, next);
    const origin = allowedOrigin(context.req.header('Origin') ?? '');
    await next();
    const { headers } = context.res;
    if (origin !== null) headers.set('Access-Control-Allow-Origin', origin);
    headers.set('Access-Control-Expose-Headers', EXPOSED_HEADERS.join(','));
    headers.append('Vary', 'Origin');
  };
}
