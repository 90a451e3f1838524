import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Problem } from './problem.ts';

export interface RunningServer {
  readonly port: number;
  /** Lets requests in flight finish, then closes. */
  stop(): Promise<void>;
}

/** A request's head, and all of it, have to arrive within this time. */
const HEAD_DEADLINE_MS = 10_000;
const REQUEST_DEADLINE_MS = 30_000;
/** How often Node looks for requests that are late. */
const CHECK_EVERY_MS = 1_000;
const GRACE_MS = 5_000;

/** Serves an app on a host and port; port 0 takes a free one. The app is made from the port, because links need it. */
export async function listen(
  makeApp: (port: number) => Hono,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<RunningServer> {
  const server = createServer({
    headersTimeout: HEAD_DEADLINE_MS,
    requestTimeout: REQUEST_DEADLINE_MS,
    connectionsCheckingInterval: CHECK_EVERY_MS,
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const taken = (server.address() as AddressInfo).port;
  const app = makeApp(taken);
  const unreadable = () => new Problem(400, 'The request cannot be read.').toResponse();
  server.on('request', getRequestListener(app.fetch, { errorHandler: unreadable }));
  return { port: taken, stop: () => close(server) };
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), GRACE_MS).unref();
  });
}
