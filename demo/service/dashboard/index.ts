import { readFile } from 'node:fs/promises';
import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Service } from '../api/mount.ts';
import { toProblem } from '../api/problem.ts';
import { publicAddress } from '../settings.ts';
import type { Serve } from './api.ts';
import { frameOf, show } from './frame.ts';
import type { DeliveryLog } from './deliveries.ts';
import { overviewPage } from './pages/overview.ts';
import { automationRoutes } from './routes/automation.ts';
import { automationPages } from './routes/automations.ts';
import { campaignRoutes } from './routes/campaigns.ts';
import { importRoutes } from './routes/imports.ts';
import { jobRoutes } from './routes/jobs.ts';
import { machineUserRoutes } from './routes/machine-users.ts';
import { memberRoutes } from './routes/members.ts';
import { rewardRoutes } from './routes/rewards.ts';
import { signingInRoutes } from './routes/signing-in.ts';
import { signingKeyRoutes } from './routes/signing-keys.ts';
import { tokenRoutes } from './routes/tokens.ts';

/** The dashboard of spec 5.2, at `/dashboard`: pages for the staff of the shop. */
export function dashboardPages(service: Service, serve: Serve, deliveries?: DeliveryLog): Hono {
  const { settings } = service;
  const app = new Hono().basePath('/dashboard');
  const frame = frameOf(app, service, serve, deliveries);
  const { page, shopOrigin } = frame;
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    `img-src 'self' https: ${shopOrigin ?? ''}`.trim(),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

  app.use(async (context, next) => {
    await next();
    context.header('Content-Security-Policy', policy);
    context.header('Referrer-Policy', 'same-origin');
    context.header('Cross-Origin-Opener-Policy', 'same-origin');
  });
  app.onError((error, context) => {
    const problem = toProblem(error);
    if (problem.status >= 500) settings.onError?.(error, context.get('requestId'));
    for (const [name, value] of Object.entries(problem.details.headers ?? {})) context.header(name, value);
    const main = html`<div class="card narrow">
      <h1>That did not work</h1>
      <p>${problem.message}</p>
      <p><a class="button" href="/dashboard">To the dashboard</a></p>
    </div>`;
    return show(context, undefined, { title: 'That did not work', main }, problem.status);
  });
  app.get('/dashboard.css', async (context) => {
    const style = await readFile(new URL('dashboard.css', import.meta.url));
    return context.body(style, 200, { 'Content-Type': 'text/css' });
  });

  signingInRoutes(frame);
  app.get(
    '/',
    page(({ context, session, ask }) => {
      const main = overviewPage(ask, publicAddress(settings.baseUrl));
      return show(context, session, { title: 'Overview', at: '/dashboard', main });
    }),
  );
  tokenRoutes(frame);
  machineUserRoutes(frame);
  memberRoutes(frame);
  rewardRoutes(frame);
  campaignRoutes(frame);
  automationRoutes(frame);
  automationPages(frame);
  signingKeyRoutes(frame);
  jobRoutes(frame);
  importRoutes(frame);
  return app;
}
