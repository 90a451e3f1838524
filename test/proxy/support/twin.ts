import { getRequestListener } from '@hono/node-server';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Twin {
  readonly port: number;
  readonly url: string;
  stop(): Promise<void>;
}

/** A minimal proxy without the guard under test: with it, the test must find the fault that the guard prevents. */
export async function startTwin(fetch: (request: Request) => Response | Promise<Response>): Promise<Twin> {
  return listen(getRequestListener(fetch));
}

export async function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<Twin> {
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
