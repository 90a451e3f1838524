import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Server {
  readonly address: string;
  readonly paths: string[];
  stop(): Promise<void>;
}

/** A server that gives every request the same answer. */
export async function serve(type: string, body: string, status = 200): Promise<Server> {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(`${request.method} ${request.url}`);
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    paths,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
