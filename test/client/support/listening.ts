import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';

/** One request as it came over the wire. */
export interface Received {
  readonly method: string;
  /** Path and query, undecoded. */
  readonly url: string;
  /** Names as they were sent, each with its value. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; text is sent as it is. */
  readonly body?: unknown;
}

export interface Listening {
  readonly baseUrl: string;
  readonly received: readonly Received[];
}

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A real server on a free port that answers as the test says and keeps what came. Ends with the test. */
export async function listen(answer: (received: Received, number: number) => Answer): Promise<Listening> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void read(request).then((one) => {
      received.push(one);
      const { status = 200, headers = {}, body } = answer(one, received.length);
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
      response.end(typeof body === 'string' || body === undefined ? body : JSON.stringify(body));
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}/api`, received };
}

async function read(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method = '', url = '', rawHeaders } = request;
  const headers = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ''] as const] : [],
  );
  return { method, url, headers, body: Buffer.concat(chunks).toString('utf8') };
}

/** Every value of a header, whatever its case. */
export const header = ({ headers }: Received, name: string): readonly string[] =>
  headers.filter(([one]) => one.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
