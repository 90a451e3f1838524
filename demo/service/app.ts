import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { health } from './health.ts';
import { MAX_BODY_BYTES } from './http/body.ts';
import { mount, type Service } from './http/mount.ts';
import { Problem, toProblem } from './http/problem.ts';
import type { Route } from './http/route.ts';
import { authRoutes } from './sections/auth.ts';
import { incentiveRoutes } from './sections/incentives.ts';
import { listRoutes } from './sections/lists.ts';
import { profileRoutes } from './sections/profiles.ts';

/** Everything the service answers, section by section of the interface. */
export const routes: readonly Route[] = [...authRoutes, ...profileRoutes, ...incentiveRoutes, ...listRoutes];

const PREFLIGHT_KEPT_SECONDS = 3600;

/** The service as a fetch handler: `app.fetch(request)`, in a server or in a test. */
export function createApp(service: Service): Hono {
  const { db, settings } = service;
  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    // Every answer is somebody's own.
    context.header('Cache-Control', 'no-store');
    context.header('X-Content-Type-Options', 'nosniff');
  });
  app.use(
    '/api/*',
    cors({
      origin: (origin) => (settings.shopOrigins.includes(origin) ? origin : null),
      allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
      allowHeaders: ['Authorization', 'Content-Type', 'Accept', 'Idempotency-Key'],
      exposeHeaders: ['Retry-After'],
      maxAge: PREFLIGHT_KEPT_SECONDS,
    }),
  );
  app.use(
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: () => new Problem(413, 'The body is too large.').toResponse(),
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
  app.get('/health', () => health(db));
  mount(app, routes, service);
  app.notFound(() => new Problem(404, 'There is no such address.').toResponse());
  app.onError((error) => {
    const problem = toProblem(error);
    if (problem.status >= 500) settings.onError?.(error);
    return problem.toResponse();
  });
  return app;
}
