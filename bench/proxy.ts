import { load, type Load } from './proxy-load.ts';
import { run, runNginx, type Running } from './proxy-processes.ts';

// Compares the proxy with a forwarding server of the same framework without checks, and with nginx where it is installed: same machine,
// service and load, measured alternately. Each server is one process. Loopback only; takes about two minutes.

const CONNECTIONS = 32;
const ROUNDS = 4;
const ROUND_MS = 4_000;
const WARM_UP_MS = 2_000;
const MEMORY_REQUESTS = 100_000;
const MEMORY_LIMIT_MS = 60_000;
const PATH = '/v3/profiles/profile-1001/rewards?sort=-created_at';

const upstream = await run('bench/proxy-servers.ts', ['upstream']);
const baseUrl = `http://127.0.0.1:${upstream.port}/api`;
const servers: { name: string; running: Running; headers: Record<string, string>; rounds: Load[] }[] = [];
const add = (name: string, running: Running | undefined, headers: Record<string, string> = {}) =>
  running && servers.push({ name, running, headers, rounds: [] });

const customer = {
  id: '1001',
  email: 'a@b.example',
  firstName: 'A',
  lastName: 'B',
  password: 'bench password',
};
const proxy = await run('src/proxy/main.ts', [], {
  LOYALTY_BASE_URL: baseUrl,
  LOYALTY_CLIENT_ID: 'bench',
  LOYALTY_CLIENT_SECRET: 'bench',
  LOYALTY_USERNAME: 'bench',
  LOYALTY_PASSWORD: 'bench',
  LOYALTY_SCOPES: 'profiles.read',
  LOYALTY_SHOP_SECRET: 'bench',
  LOYALTY_PLATFORM: 'bench',
  LOYALTY_ORIGINS: 'https://shop.example',
  DEMO_CUSTOMERS: JSON.stringify([customer]),
  PORT: '0',
});
const login = await fetch(`http://127.0.0.1:${proxy.port}/login`, {
  method: 'POST',
  headers: { Authorization: `Basic ${btoa(`${customer.email}:${customer.password}`)}` },
});
const { token } = (await login.json()) as { token: string };
const asBrowser = { Origin: 'https://shop.example', Authorization: `Bearer ${token}` };

add('bare Hono forward', await run('bench/proxy-servers.ts', ['bare', baseUrl]));
add('loyalty proxy', proxy, asBrowser);
add('nginx proxy_pass, 1 worker', await runNginx(upstream.port));

const drive = ({ running, headers }: (typeof servers)[number], milliseconds: number, requests = Infinity) =>
  load({ port: running.port, path: PATH, headers, connections: CONNECTIONS, milliseconds, requests });

for (const server of servers) await drive(server, WARM_UP_MS);
for (let round = 0; round < ROUNDS; round++) {
  for (const server of servers) server.rounds.push(await drive(server, ROUND_MS));
}

const median = (list: readonly number[]) =>
  [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? NaN;
const summary = servers.map(({ name, rounds }) => ({
  name,
  rate: median(rounds.map(({ requestsPerSecond }) => requestsPerSecond)),
  p50: median(rounds.map(({ p50 }) => p50)),
  p99: median(rounds.map(({ p99 }) => p99)),
}));
const base = summary[0];
console.log(
  `\n${CONNECTIONS} connections, GET of 1 KB, median of ${ROUNDS} rounds of ${ROUND_MS / 1_000} s\n`,
);
console.table(
  Object.fromEntries(
    summary.map(({ name, rate, p50, p99 }) => [
      name,
      {
        'requests/s': Math.round(rate),
        'of bare forward': Number((rate / (base?.rate ?? NaN)).toFixed(2)),
        'p50 ms': Number(p50.toFixed(2)),
        'p99 ms': Number(p99.toFixed(2)),
        'p99 of bare forward': Number((p99 / (base?.p99 ?? NaN)).toFixed(2)),
      },
    ]),
  ),
);

const measured = servers.find(({ running }) => running === proxy);
if (measured) {
  const before = proxy.memory();
  const { requests } = await drive(measured, MEMORY_LIMIT_MS / 2, MEMORY_REQUESTS / 2);
  const middle = proxy.memory();
  const { requests: more } = await drive(measured, MEMORY_LIMIT_MS / 2, MEMORY_REQUESTS / 2);
  const text = (megabytes: number | undefined) =>
    megabytes === undefined ? 'unknown' : `${megabytes.toFixed(0)} MB`;
  console.log(
    `\nMemory of the proxy: ${text(before)} before, ${text(middle)} after ${requests} requests, ` +
      `${text(proxy.memory())} after ${requests + more}.\n`,
  );
}

for (const { running } of servers) await running.end();
await upstream.end();
