import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { reportOnce } from '../../../src/proxy/guard/origins.ts';
import { MAX_BATCH_BYTES } from '../../../src/services/contract/envelope.ts';
import { dashboardPages } from '../dashboard/index.ts';
import { alertPages } from '../lists/alert-pages.ts';
import * as deliveries from '../events/delivery-log.ts';
import { readiness } from '../platform/health.ts';
import { tooLarge } from './body.ts';
import { crossOrigin } from './cross-origin.ts';
import { mount, type Service } from './mount.ts';
import { Problem, toProblem } from './problem.ts';
import { rateHeaders } from './rate-limit.ts';
import { requestId } from './request-id.ts';
import { arrival, secureTransport } from './transport.ts';
import { documentPages } from './openapi/pages.ts';
import { routes } from '../routes.ts';

/** The service as a fetch handler: `app.fetch(request)`, in a server or in a test. */
export function createApp(service: Service): Hono {
  const { db, settings } = service;
  const allowed = new Set([...settings.shopOrigins, ...(settings.pageOrigins ?? [])]);
  const ownOrigin = new URL(settings.baseUrl).origin;
  const reportRefused = reportOnce((origin) => settings.onRefusedOrigin?.(origin));
  const app = new Hono();
  app.use(requestId);
  app.use(arrival(settings.trustedHops));
  app.use(async (context, next) => {
    await next();
    // Set on the finished answer: `context.header` would copy the whole answer for each header.
    const { headers } = context.res;
    const rate = context.get('rate');
    if (rate) for (const [name, value] of Object.entries(rateHeaders(rate))) headers.set(name, value);
    // Answers contain data of one customer: no cache may store them.
    headers.set('Cache-Control', 'no-store');
    headers.set('X-Content-Type-Options', 'nosniff');
  });
  const allowedOrigin = (origin: string): string | null => {
    if (allowed.has(origin)) return origin;
    // The service's own pages need no permission.
    if (origin !== ownOrigin) reportRefused(origin);
    return null;
  };
  app.use('/api/*', crossOrigin(allowedOrigin));
  app.use(secureTransport);
  app.use(
    bodyLimit({
      maxSize: MAX_BATCH_BYTES,
      onError: () => tooLarge(MAX_BATCH_BYTES).toResponse(),
    }),
  );
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (_, methods) =>
        new Problem(405, 'This address does not take that method.', {
          headers: { Allow: methods.join(', ') },
        }).toResponse(),
    }),
  );
  app.get('/health', () => readiness(db));
  app.route(
    '/',
    dashboardPages(service, (request) => app.fetch(request), deliveries),
  );
  app.route('/', alertPages(db));
  app.route('/', documentPages(settings.baseUrl, routes));
  mount(app, routes, service);
  app.notFound(() => new Problem(404, 'There is no such address.').toResponse());
  app.onError((error, context) => {
    const problem = toProblem(error);
    if (problem.status >= 500) settings.onError?.(error, context.get('requestId'));
    return problem.toResponse();
  });
  return app;
}
