import { readFileSync } from 'node:fs';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { VARIABLES } from '../../src/proxy/settings/environment.ts';
import { readConfig } from '../../src/services/customer/config.ts';
import { basic, SECRETS } from '../proxy/support/open-proxy.ts';
import { startProxyProcess } from '../proxy/support/process.ts';
import { startUpstream } from '../proxy/support/upstream.ts';
import { examplesOf, exampleWith, runExample, settingsOf } from './support/examples.ts';

// Runs the commands, code and JSON of the guide, so that the guide and the proxy cannot diverge.

const GUIDE = 'docs/guides/proxy.md';
const command = exampleWith(GUIDE, 'LOYALTY_BASE_URL=');
const nginx = exampleWith(GUIDE, 'proxy_pass');
const page = exampleWith(GUIDE, '<loyalty-account>');
const [loginBody, customerAnswer, createBody, refusedAnswer] = examplesOf(GUIDE)
  .filter(({ language }) => language === 'json')
  .map(({ code }) => JSON.parse(code));

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(
    () => server.closeAllConnections(),
    () => void server.close(),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A platform as in the guide: it answers with the guide's JSON, or with what a test sets. */
async function startPlatform() {
  const received: { path: string | undefined; authorization: string | undefined; body: unknown }[] = [];
  const answer: { status?: number; json?: unknown } = {};
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const body = JSON.parse(text) as { password: string };
      received.push({ path: request.url, authorization: request.headers.authorization, body });
      const { id, ...rest } = customerAnswer.customer;
      const { password: _, ...created } = createBody;
      const known =
        request.url === '/api/customers/check'
          ? body.password === loginBody.password
            ? [200, { customer: { id, ...rest } }]
            : [401, {}]
          : [201, { customer: { id: 2001, ...created } }];
      const status = answer.status ?? (known[0] as number);
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(answer.json ?? known[1]));
    });
  });
  return { url: await listen(server), received, answer };
}

/** The web server of the guide's nginx block: it passes the path on unchanged and writes the two headers. */
async function startWebServer(port: number): Promise<string> {
  const [, location = ''] = /location (\S+) \{/.exec(nginx) ?? [];
  const headers = [...nginx.matchAll(/proxy_set_header (\S+) (\S+);/g)].map(([, name = '', value = '']) => [
    name,
    { $remote_addr: '203.0.113.9', $scheme: 'https' }[value] ?? value,
  ]);
  const server = createServer((incoming, outgoing) => {
    if (!incoming.url?.startsWith(location)) return void outgoing.writeHead(404).end();
    const forwarded = httpRequest(
      {
        host: '127.0.0.1',
        port,
        path: incoming.url,
        method: incoming.method,
        headers: { ...incoming.headers, ...(Object.fromEntries(headers) as Record<string, string>) },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    incoming.pipe(forwarded);
  });
  return listen(server);
}

/** The variables of the guide's command. */
const variables = Object.fromEntries(
  [...command.matchAll(/([A-Z_]+)=('[^']*'|\S+)/g)].map(([, name = '', value = '']) => [
    name,
    value.replace(/^'|'$/g, ''),
  ]),
);
const path = (name: string) => new URL(variables[name] ?? '').pathname;
const SHOP = variables['LOYALTY_ORIGINS'] ?? '';

/** The guide's command with a stub of the service, addresses of this machine, and values instead of its ellipses. */
async function startByGuide() {
  const upstream = await startUpstream();
  stops.push(() => upstream.stop());
  const platform = await startPlatform();
  const proxy = await startProxyProcess({
    ...variables,
    LOYALTY_BASE_URL: upstream.baseUrl,
    LOYALTY_CLIENT_ID: SECRETS.clientId,
    LOYALTY_CLIENT_SECRET: SECRETS.clientSecret,
    LOYALTY_USERNAME: SECRETS.username,
    LOYALTY_PASSWORD: SECRETS.password,
    LOYALTY_SHOP_SECRET: SECRETS.shopSecret,
    PLATFORM_LOGIN_URL: platform.url + path('PLATFORM_LOGIN_URL'),
    PLATFORM_CREATE_URL: platform.url + path('PLATFORM_CREATE_URL'),
    PLATFORM_AUTHORIZATION: 'Bearer platform-key',
    PORT: '0',
  });
  stops.push(() => proxy.end());
  // The address of the guide's page, with the host of this machine.
  const { pathname } = new URL(settingsOf(page)['proxyUrl'] ?? '');
  const url = (await startWebServer(proxy.port)) + pathname;
  return {
    upstream,
    platform,
    proxy,
    url,
    login: (password: string = loginBody.password) =>
      fetch(`${url}/login`, {
        method: 'POST',
        headers: { Authorization: basic(loginBody.email, password), Origin: SHOP },
      }),
    create: () =>
      fetch(`${url}/create`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: SHOP },
        body: JSON.stringify(createBody),
      }),
  };
}

describe('command of the proxy guide', () => {
  it('is the package’s command with existing variables', () => {
    expect(command.trim().split('\n').at(-1)).toBe('npx -p loyalty-elements loyalty-proxy');
    for (const name of Object.keys(variables)) {
      expect([...Object.keys(VARIABLES), 'LOYALTY_TRUSTED_HOPS']).toContain(name);
    }
  });

  it('has the same path prefix as the page and the web server', () => {
    const address = settingsOf(page)['proxyUrl'] ?? '';
    expect(readConfig(settingsOf(page))?.customer).toEqual({ kind: 'proxy' });
    expect(address).toBe(SHOP + variables['LOYALTY_PATH_PREFIX']);
    expect(/location (\S+) \{/.exec(nginx)?.[1]).toBe(`${variables['LOYALTY_PATH_PREFIX']}/`);
    // Without a path after the port nginx passes on the path of the request.
    expect(nginx).toMatch(/proxy_pass http:\/\/127\.0\.0\.1:8080;/);
  });

  it('signs a customer in through the web server, with the guide’s JSON', async () => {
    const { platform, upstream, login } = await startByGuide();
    const answer = await login();
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { token: expect.any(String), expiry: expect.any(String), page: true },
    ]);
    expect((await login('wrong')).status).toBe(401);
    expect(platform.received.slice(0, 1)).toEqual([
      { path: path('PLATFORM_LOGIN_URL'), authorization: 'Bearer platform-key', body: loginBody },
    ]);
    const { id, email, first_name, last_name } = customerAnswer.customer;
    expect(upstream.profiles).toEqual([
      expect.objectContaining({ identities: [String(id)], email, first_name, last_name }),
    ]);
  });

  it('creates an account with the guide’s JSON', async () => {
    const { platform, create } = await startByGuide();
    expect((await create()).status).toBe(200);
    expect(platform.received).toEqual([
      { path: path('PLATFORM_CREATE_URL'), authorization: 'Bearer platform-key', body: createBody },
    ]);
  });

  it('accepts the customer under data or at the top level, and without names', async () => {
    const { platform, login } = await startByGuide();
    const { customer } = customerAnswer;
    const { first_name: _f, last_name: _l, ...nameless } = customer;
    for (const json of [{ data: customer }, customer, { customer: nameless }]) {
      platform.answer.json = json;
      expect((await login()).status).toBe(200);
    }
  });

  it('answers the page with the statuses of the guide’s table', async () => {
    const { platform, login, create } = await startByGuide();
    const [, ...rows] = answersTable().slice(0, -1);
    expect(rows).toHaveLength(4);
    // From the last row up, because wrong tries are counted, and the sixth would be refused.
    for (const [given = '', toLogin, toCreate] of rows.reverse()) {
      const statuses = given.match(/\d{3}/g)?.map(Number) ?? [500];
      for (const status of statuses) {
        Object.assign(platform.answer, { status, json: refusedAnswer });
        expect([status, (await login()).status]).toEqual([status, Number(toLogin)]);
      }
      Object.assign(platform.answer, { status: statuses[0] });
      const created = await create();
      expect([statuses[0], created.status]).toEqual([statuses[0], Number(toCreate)]);
      const { errors } = (await created.json()) as { errors?: unknown };
      if (statuses[0] === 422) expect(errors).toEqual(refusedAnswer.errors);
    }
  });
});

/** Rows of the guide's table: what the platform answers, and the statuses that a page gets. */
function answersTable(): string[][] {
  const [table = ''] = /^\| Your platform answers[^]*?\n\n/m.exec(readFileSync(GUIDE, 'utf8')) ?? [];
  const [, , ...rows] = table.trim().split('\n');
  return rows.map((row) => {
    const [what = '', ...answers] = row.split('|').slice(1, -1);
    return [what.trim(), ...answers.map((cell) => /\d{3}/.exec(cell)?.[0] ?? '')];
  });
}

describe('code of the proxy guide', () => {
  const environment = {
    LOYALTY_CLIENT_ID: SECRETS.clientId,
    LOYALTY_CLIENT_SECRET: SECRETS.clientSecret,
    LOYALTY_USERNAME: SECRETS.username,
    LOYALTY_PASSWORD: SECRETS.password,
    LOYALTY_SHOP_SECRET: SECRETS.shopSecret,
    PLATFORM_AUTHORIZATION: 'Bearer platform-key',
  };

  it('for an own server starts a proxy under the path of the page', async () => {
    const lines: string[] = [];
    const code = exampleWith(GUIDE, 'serveProxy').replace('pathPrefix:', 'port: 0,\n  pathPrefix:');
    const names = {
      process: { env: environment },
      console: { log: (line: string) => lines.push(line), error: () => {} },
    };
    const { proxy } = await runExample(code, names, ['proxy']);
    const running = proxy as { url: string; stop(): Promise<void> };
    stops.push(() => running.stop());
    expect(lines).toEqual([running.url]);
    expect(new URL(running.url).pathname).toBe(new URL(settingsOf(page)['proxyUrl'] ?? '').pathname);
    const preflight = await fetch(`${running.url}/login`, { method: 'OPTIONS', headers: { Origin: SHOP } });
    expect(preflight.headers.get('Access-Control-Allow-Origin')).toBe(SHOP);
  });

  it('for an edge runtime is a handler that reads its bindings', async () => {
    const { stdin_default: handler } = await runExample(exampleWith(GUIDE, 'edgeProxy'), {}, []);
    const bindings = { ...variables, ...environment, LOYALTY_ADDRESS_HEADER: 'cf-connecting-ip' };
    const answer = await (handler as { fetch(request: Request, env: object): Promise<Response> }).fetch(
      new Request(`${settingsOf(page)['proxyUrl']}/login`, { method: 'OPTIONS', headers: { Origin: SHOP } }),
      bindings,
    );
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(SHOP);
  });

  it('for a page calls methods of the provider', async () => {
    const calls: string[] = [];
    const provider = {
      signIn: async (...given: string[]) => calls.push(`signIn ${given.join(' ')}`),
      signOut: (...given: unknown[]) =>
        calls.push(['signOut', ...given.map((one) => JSON.stringify(one))].join(' ')),
    };
    const names = {
      document: { querySelector: () => provider },
      email: 'ann@example.com',
      password: 'secret',
    };
    await runExample(exampleWith(GUIDE, 'provider.signIn'), names);
    expect(calls).toEqual(['signIn ann@example.com secret', 'signOut', 'signOut {"everywhere":true}']);
  });
});
