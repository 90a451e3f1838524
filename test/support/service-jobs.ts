import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { routes } from '../../demo/service/routes.ts';
import { drainJobs, type JobOptions } from '../../demo/service/jobs/start.ts';
import type { Runtime } from '../../demo/service/jobs/perform.ts';
import type { ServiceSettings } from '../../demo/service/settings.ts';
import { SHOP_ORIGIN, type OpenService } from './service-open.ts';

/** A delivery that a webhook received. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into messages of every kind
  readonly message: any;
}

/** A receiver of webhooks on this machine. */
export interface Receiver {
  /** Without a trailing slash. */
  readonly url: string;
  readonly received: Received[];
  /** Sets status, headers and body of all following answers, at first 200. `hang` never answers. */
  answers(
    status: number | 'hang',
    headers?: Readonly<Record<string, string>>,
    body?: (request: Received) => string | Buffer,
  ): void;
  stop(): Promise<void>;
}

export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let next: {
    status: number | 'hang';
    headers: Readonly<Record<string, string>>;
    body?: ((request: Received) => string | Buffer) | undefined;
  } = { status: 200, headers: {} };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { url: path = '', headers } = request;
      const arrived: Received = { path, headers, body, message: JSON.parse(body) };
      received.push(arrived);
      if (next.status !== 'hang') response.writeHead(next.status, next.headers).end(next.body?.(arrived));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answers: (status, headers = {}, body = undefined) => {
      next = { status, headers, body };
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The runtime of jobs of a service in a test. */
export const runtimeOf = (
  { db, errors }: Pick<OpenService, 'db' | 'errors'>,
  settings: Partial<ServiceSettings> = {},
): Runtime => ({
  db,
  routes,
  settings: {
    baseUrl: 'http://127.0.0.1:4010/api',
    shopOrigins: [SHOP_ORIGIN],
    allowPrivateWebhooks: true,
    onError: (error) => errors.push(error),
    ...settings,
  },
});

/** Runs all due jobs, like a worker. */
export const runDueJobs = (
  service: Pick<OpenService, 'db' | 'errors'>,
  settings: Partial<ServiceSettings> = {},
  options: JobOptions = {},
): Promise<void> => drainJobs(runtimeOf(service, settings), (error) => service.errors.push(error), options);
