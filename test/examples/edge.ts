// The proxy in the runtime of Cloudflare Workers: two processes, which have nothing in common but Redis by HTTP.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { freePort } from '../../demo/free-port.ts';
import { packShopifyWorker } from '../../scripts/pack-platforms.mjs';
import { signCustomerId } from '../../src/proxy/signature.ts';
import { ANN, basic, SHOP } from '../proxy/support/open-proxy.ts';
import { variablesFor } from '../proxy/support/process.ts';
import { hasRedis, NEEDS_REDIS, startRedis } from '../proxy/support/redis.ts';
import { SHOPIFY, signedQuery } from '../proxy/support/shopify-queries.ts';
import { startUpstash, UPSTASH_TOKEN } from '../proxy/support/upstash.ts';
import { startUpstream } from '../proxy/support/upstream.ts';

const DEADLINE_MS = 60_000;

/** Why the worker cannot be tried on this machine. */
export const edgeNeeds = hasRedis ? undefined : NEEDS_REDIS;

/** Signs in at one worker and out at another, with real sessions and limits. Throws where they do not agree. */
export async function useEdge(folder: string): Promise<void> {
  const program = workerdOf(folder);
  const redis = await startRedis();
  const [upstash, upstream, platform] = await Promise.all([
    startUpstash(redis.client()),
    startUpstream(),
    startPlatform(),
  ]);
  const children: ChildProcess[] = [];
  try {
    const variables = {
      ...variablesFor(upstream.baseUrl),
      DEMO_CUSTOMERS: '',
      PLATFORM_LOGIN_URL: platform.url,
      UPSTASH_REDIS_REST_URL: upstash.url,
      UPSTASH_REDIS_REST_TOKEN: UPSTASH_TOKEN,
    };
    const start = async () => {
      const port = await freePort();
      const child = spawn(program, ['serve', 'workerd.capnp', `--socket-addr=http=127.0.0.1:${port}`], {
        cwd: folder,
        env: variables,
        stdio: 'inherit',
      });
      children.push(child);
      await answers(`http://127.0.0.1:${port}/`, child);
      return (path: string, method: string, authorization: string) =>
        fetch(`http://127.0.0.1:${port}${path}`, {
          method,
          signal: AbortSignal.timeout(DEADLINE_MS),
          headers: { Authorization: authorization, Origin: SHOP, 'CF-Connecting-IP': '203.0.113.7' },
        });
    };
    const [one, other] = [await start(), await start()];
    const balances = '/v3/profiles/profile-1001/balances';
    const login = await one('/login', 'POST', basic(ANN.email, ANN.password));
    expectStatus(login, 200, 'log-in');
    const { token } = (await login.json()) as { token: string };
    const session = `Bearer ${token}`;
    expectStatus(await other(balances, 'GET', session), 200, 'session of one worker at the other');
    expectStatus(await other('/logout', 'POST', session), 204, 'sign-out');
    expectStatus(await one(balances, 'GET', session), 401, 'session after the sign-out at the other worker');
    let refused = 0;
    for (let count = 0; count < 12 && refused !== 429; count++)
      refused = (await (count % 2 ? one : other)('/login', 'POST', basic(ANN.email, 'wrong'))).status;
    if (refused !== 429)
      throw new Error(`Wrong passwords are answered with ${refused}: workers count alone.`);
  } finally {
    for (const child of children) {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    }
    platform.stop();
    upstash.stop();
    await upstream.stop();
    await redis.stop();
  }
}

/** Not the command of the package: it starts this program as a child, and a signal would end the command only. */
const workerdOf = (folder: string): string =>
  (createRequire(path.join(folder, 'package.json'))('workerd') as { default: string }).default;

/** Asks the packed worker for Shopify's app proxy in the same runtime: a signed customer, a guest, and a query that Shopify did not sign. */
export async function useShopifyWorker(folder: string): Promise<void> {
  packShopifyWorker(folder);
  const variables = {
    SHOPIFY_SHOP: SHOPIFY.shop,
    SHOPIFY_APP_SECRET: SHOPIFY.secret,
    LOYALTY_SHOP_SECRET: 's3cret',
  };
  const bindings = Object.keys(variables).map((name) => `(name = "${name}", fromEnvironment = "${name}")`);
  writeFileSync(
    path.join(folder, 'shopify.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "worker", worker = .worker)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "worker")],
);
const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "shopify-worker.js")],
  compatibilityDate = "2026-11-01",
  bindings = [${bindings.join(', ')}],
);
`,
  );
  const port = await freePort();
  const child = spawn(workerdOf(folder), ['serve', 'shopify.capnp', `--socket-addr=http=127.0.0.1:${port}`], {
    cwd: folder,
    env: variables,
    stdio: 'inherit',
  });
  try {
    await answers(`http://127.0.0.1:${port}/`, child);
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const ask = async (query: string) => {
      const response = await fetch(`http://127.0.0.1:${port}/customer${query}`);
      return { response, text: await response.text() };
    };
    const member = await ask(signedQuery({ timestamp }));
    expectStatus(member.response, 200, 'signed query');
    const { customerId, signature, signedAt } = JSON.parse(member.text) as Record<string, string>;
    const expected = signCustomerId('1001', 's3cret', { signedAt: new Date(Number(signedAt) * 1_000) });
    if (customerId !== '1001' || signature !== expected)
      throw new Error(`The worker signs another customer: ${member.text}`);
    const guest = await ask(signedQuery({ timestamp, logged_in_customer_id: '' }));
    if (guest.text !== '{"customerId":""}') throw new Error(`The worker answers a guest with ${guest.text}`);
    expectStatus((await ask(signedQuery({ timestamp }, 'other'))).response, 403, 'query with another secret');
    expectStatus((await ask(signedQuery())).response, 403, 'old query');
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
}

function expectStatus({ status }: Response, expected: number, what: string): void {
  if (status !== expected) throw new Error(`The ${what} is answered with ${status} instead of ${expected}.`);
}

/** Resolves when a worker answers: there is nothing at its first address. */
async function answers(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS;
  for (;;) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.status === 404) return;
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`The worker is not ready: ${response ? await response.text() : 'no answer'}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The platform of a shop with one customer. */
async function startPlatform() {
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const { email, password } = JSON.parse(text) as { email: string; password: string };
      const isAnn = email === ANN.email && password === ANN.password;
      response.writeHead(isAnn ? 200 : 401, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(isAnn ? { customer: { id: ANN.id, email } } : {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/customers/check`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
