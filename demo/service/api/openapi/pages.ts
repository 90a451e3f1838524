import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { html } from 'hono/html';
import path from 'node:path';
import { getAbsoluteFSPath } from 'swagger-ui-dist';
import type { Route } from '../route.ts';
import { createDocument } from './document.ts';

/** Files of the package `swagger-ui-dist` that the page uses. */
const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

/** Content-Security-Policy: scripts and styles of this origin, nothing inline. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const START = `window.ui = SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#document',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  filter: true,
  validatorUrl: null,
});
`;

/** Gives long paths of endpoints enough width. */
const STYLE = `body { margin: 0; background: #fff; }
.swagger-ui .wrapper { max-width: 1180px; }
.swagger-ui .opblock .opblock-summary-path { max-width: 60%; word-break: break-word; }
`;

/** The document at `/api/openapi.json`, and a page to browse it at `/docs`. Both need no token: they contain no personal data. */
export function documentPages(baseUrl: string, routes: readonly Route[]): Hono {
  const app = new Hono();
  let text: string | undefined;
  app.get('/api/openapi.json', (context) => {
    text ??= JSON.stringify(createDocument(baseUrl, routes));
    return context.body(text, 200, { 'Content-Type': 'application/json' });
  });
  app.use('/docs/*', async (context, next) => {
    await next();
    context.header('Content-Security-Policy', POLICY);
    context.header('Referrer-Policy', 'no-referrer');
  });
  app.get('/docs', (context) => context.html(page));
  app.get('/docs/start.js', (context) => context.body(START, 200, { 'Content-Type': 'text/javascript' }));
  app.get('/docs/page.css', (context) => context.body(STYLE, 200, { 'Content-Type': 'text/css' }));
  const folder = path.relative(process.cwd(), getAbsoluteFSPath());
  for (const file of FILES)
    app.get(`/docs/${file}`, serveStatic({ root: folder, rewriteRequestPath: () => `/${file}` }));
  return app;
}

const page = html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>Loyalty and Customer Data Service: API</title>
      <link rel="icon" type="image/png" href="/docs/favicon-32x32.png" />
      <link rel="stylesheet" href="/docs/swagger-ui.css" />
      <link rel="stylesheet" href="/docs/page.css" />
    </head>
    <body>
      <div id="document"></div>
      <noscript><p>This page needs scripts. The document itself is at /api/openapi.json.</p></noscript>
      <script src="/docs/swagger-ui-bundle.js"></script>
      <script src="/docs/start.js"></script>
    </body>
  </html>`;
