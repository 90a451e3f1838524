import { createServer, type IncomingMessage } from 'node:http';
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

export interface Answer {
  readonly status?: number;
  readonly type?: string;
  /** Text, or parts that are sent until the other side has enough. */
  readonly body: string | (() => Iterable<string>);
}

export interface AnsweringServer extends Server {
  /** Bytes of bodies that were taken. */
  readonly sentBytes: () => number;
}

/** A server that answers each request as the test says. */
export async function answering(answer: (request: IncomingMessage) => Answer): Promise<AnsweringServer> {
  const paths: string[] = [];
  let bytes = 0;
  const server = createServer((request, response) => {
    paths.push(`${request.method} ${request.url}`);
    const { status = 200, type = 'application/json', body } = answer(request);
    response.writeHead(status, { 'content-type': type });
    const parts = typeof body === 'string' ? [body] : body();
    void (async () => {
      for (const part of parts) {
        if (response.destroyed) return;
        bytes += part.length;
        if (!response.write(part))
          await new Promise<void>((resolve) => {
            response.once('drain', resolve).once('close', resolve);
          });
        response.removeAllListeners('drain').removeAllListeners('close');
      }
      response.end();
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    paths,
    sentBytes: () => bytes,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
