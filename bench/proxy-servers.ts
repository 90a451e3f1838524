import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { proxy } from 'hono/proxy';
import { Agent, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';

// The servers that the proxy is compared with, and the stub of the service, each in a process of its own:
// `proxy-servers.ts upstream | bare <base address> | http-proxy <base address> <folder where it is installed>`.

const [kind, baseUrl = '', folder = ''] = process.argv.slice(2);
const HOST = '127.0.0.1';
const printPort = (port: number) => process.stdout.write(`Listening: ${port}\n`);

/** About 1 KB, like an answer with rewards or balances. */
const ANSWER = JSON.stringify({
  data: Array.from({ length: 8 }, (_, id) => ({
    id,
    name: `Reward ${id}`,
    points: id * 100,
    text: 'x'.repeat(64),
  })),
});

if (kind === 'upstream') {
  const token = JSON.stringify({
    data: { token: 'bench-token' },
    access_token: 'bench-token',
    expires_in: 3600,
  });
  const profile = JSON.stringify({
    data: { id: 'profile-1001', email: 'a@b.example', first_name: 'A', last_name: 'B' },
  });
  const identities = JSON.stringify({ data: [{ id: 1, namespace: 'bench', value: '1001' }] });
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const { url = '' } = request;
    const path = url.split('?')[0]!;
    const text = path.endsWith('/auth/token')
      ? token
      : path.includes('/search-profile/')
        ? profile
        : path.endsWith('/identities')
          ? identities
          : ANSWER;
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': text.length }).end(text);
  });
  server.listen(0, HOST, () => printPort((server.address() as AddressInfo).port));
} else if (kind === 'http-proxy') {
  const { createProxyServer } = createRequire(`${folder}/`)('http-proxy') as {
    createProxyServer: (options: object) => {
      web: (request: IncomingMessage, response: ServerResponse) => void;
    };
  };
  // Without an agent it would open a connection for each request, as the others do not.
  const forward = createProxyServer({
    target: baseUrl,
    agent: new Agent({ keepAlive: true }),
    headers: { Authorization: 'Bearer bench-token' },
  });
  const server = createServer((request, response) => forward.web(request, response));
  server.listen(0, HOST, () => printPort((server.address() as AddressInfo).port));
} else {
  // Only the framework's own proxy helper: no sessions, checks or limits.
  const app = new Hono();
  app.get('/v3/*', (context) =>
    proxy(baseUrl + context.req.path, { headers: { Authorization: 'Bearer bench-token' } }),
  );
  serve({ fetch: app.fetch, hostname: HOST, port: 0 }, ({ port }) => printPort(port));
}
