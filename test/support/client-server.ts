import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A real HTTP server on this machine. */
export interface LocalServer {
  /** Its address, without a trailing slash. */
  readonly url: string;
  /** Requests that reached it. */
  readonly hits: () => number;
  close(): Promise<void>;
}

export async function localServer(listener: RequestListener): Promise<LocalServer> {
  let hits = 0;
  const server = createServer((request, response) => {
    hits++;
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    hits: () => hits,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
