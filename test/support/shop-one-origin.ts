import { createServer, request as forward, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a web server in front does with the requests below a path. */
export type Route =
  /** Sends them on, with another address or other headers if `change` says so. */
  | { readonly to: string; readonly change?: (path: string, headers: IncomingHttpHeaders) => Forwarded }
  | { readonly answer: (headers: IncomingHttpHeaders, response: ServerResponse) => unknown };

interface Forwarded {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** The web server of a shop: its pages, its proxy and its platform are below paths of one origin. */
export interface FrontServer {
  /** Origin of the shop. */
  readonly url: string;
  /** The longest path that fits decides. */
  route(path: string, route: Route): void;
  stop(): Promise<void>;
}

export async function startFrontServer(): Promise<FrontServer> {
  const routes = new Map<string, Route>();
  const server = createServer((incoming, outgoing) => {
    const { url: path = '/', method, headers } = incoming;
    const [, route] =
      [...routes]
        .sort(([one], [other]) => other.length - one.length)
        .find(([start]) => path.startsWith(start)) ?? [];
    if (!route) return void outgoing.writeHead(404).end();
    if ('answer' in route) return void route.answer(headers, outgoing);
    const changed = route.change?.(path, headers) ?? { path, headers };
    const sent = forward(new URL(changed.path, route.to), { method, headers: changed.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    sent.on('error', () => outgoing.destroy());
    outgoing.on('close', () => sent.destroy());
    incoming.pipe(sent);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // A browser takes cookies for https alone from this name, too.
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    route: (path, route) => void routes.set(path, route),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
