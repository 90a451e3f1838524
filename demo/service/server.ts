import { serve } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RunningServer {
  readonly port: number;
  /** Lets requests in flight finish, then closes. */
  stop(): Promise<void>;
}

const GRACE_MS = 5_000;

/** Serves an app on a host and port; port 0 takes a free one. Made from the port, because links need it. */
export function listen(
  makeApp: (port: number) => Hono,
  options: { readonly host: string; readonly port: number },
): Promise<RunningServer> {
  let app: Hono | undefined;
  return new Promise((resolve, reject) => {
    const server = serve(
      {
        fetch: (request, env) => app?.fetch(request, env) ?? new Response(null, { status: 503 }),
        hostname: options.host,
        port: options.port,
      },
      (address: AddressInfo) => {
        app = makeApp(address.port);
        resolve({ port: address.port, stop: () => close(server) });
      },
    ) as Server;
    server.once('error', reject);
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), GRACE_MS).unref();
  });
}
