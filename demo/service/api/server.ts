import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { createServer, type Server } from 'node:http';
import { Problem } from './problem.ts';

export interface RunningServer {
  readonly port: number;
  /** Waits for requests in flight, then closes. */
  stop(): Promise<void>;
}

/** A request's head, and all of it, have to arrive within this time. */
const HEAD_DEADLINE_MS = 10_000;
const REQUEST_DEADLINE_MS = 30_000;
/** Interval at which Node checks the deadlines. */
const CHECK_EVERY_MS = 1_000;
const GRACE_MS = 5_000;

/** Serves an app on a host and port; port 0 takes a free one. The app is created from the port, because links contain it. */
export async function listen(
  createApp: (port: number) => Hono,
  { host, port: wanted }: { readonly host: string; readonly port: number },
): Promise<RunningServer> {
  const server = createServer({
    headersTimeout: HEAD_DEADLINE_MS,
    requestTimeout: REQUEST_DEADLINE_MS,
    connectionsCheckingInterval: CHECK_EVERY_MS,
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(wanted, host, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const { port } = address;
  const app = createApp(port);
  const unreadable = () => new Problem(400, 'The request cannot be read.').toResponse();
  server.on('request', getRequestListener(app.fetch, { errorHandler: unreadable }));
  return { port, stop: () => close(server) };
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), GRACE_MS).unref();
  });
}
