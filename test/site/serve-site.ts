import { serve, type ServerType } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import type { AddressInfo } from 'node:net';

/** The folder of the built site. */
export const SITE = 'site/dist';
/** Where the built site says that it will stand. */
export const SITE_URL = 'https://docs.example.com/below';

export interface ServedSite {
  /** Address of the first page, with a slash at its end. */
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the built site below a path, as a host of static files does. */
export async function serveSite(): Promise<ServedSite> {
  const app = new Hono();
  app.use('/below/*', serveStatic({ root: SITE, rewriteRequestPath: (path) => path.replace('/below', '') }));
  const server = await new Promise<ServerType>((resolve) => {
    const started: ServerType = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, () =>
      resolve(started),
    );
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/below/`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
