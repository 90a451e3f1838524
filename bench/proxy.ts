import { load, type Load } from './proxy-load.ts';
import { run, runNginx, runRedis, type Running } from './proxy-processes.ts';

// Compares the proxy with a forwarding server of the same framework without checks, and with nginx where it is installed: same machine,
// service and load, measured alternately. Then as one, two and four instances that share a Redis, where it is installed, each in a process
// of its own, with the connections spread evenly, and with nginx before them. Loopback only; takes about four minutes.
// `npm run bench:proxy -- 1` measures one round instead of four.

const CONNECTIONS = 32;
const ROUNDS = Number(process.argv[2] ?? 4);
const ROUND_MS = 4_000;
const WARM_UP_MS = 2_000;
const MEMORY_REQUESTS = 100_000;
const MEMORY_LIMIT_MS = 60_000;
const INSTANCES = [1, 2, 4];
const PATH = '/v3/profiles/profile-1001/rewards?sort=-created_at';
const ORIGIN = 'https://shop.example';

interface Measured {
  readonly name: string;
  /** What the connections go to. */
  readonly running: readonly Running[];
  /** What works behind it; its processor time counts, too. */
  readonly behind: readonly Running[];
  readonly headers: Readonly<Record<string, string>>;
  readonly rounds: (Load & { readonly processorMs: number })[];
}

const upstream = await run('bench/proxy-servers.ts', ['upstream']);
const baseUrl = `http://127.0.0.1:${upstream.port}/api`;
const servers: Measured[] = [];
const add = (
  name: string,
  running: readonly Running[],
  headers: Record<string, string> = {},
  behind: readonly Running[] = [],
) => servers.push({ name, running, behind, headers, rounds: [] });

const customer = {
  id: '1001',
  email: 'a@b.example',
  firstName: 'A',
  lastName: 'B',
  password: 'bench password',
};
const startProxy = (variables: Record<string, string> = {}) =>
  run('src/proxy/main.ts', [], {
    LOYALTY_BASE_URL: baseUrl,
    LOYALTY_CLIENT_ID: 'bench',
    LOYALTY_CLIENT_SECRET: 'bench',
    LOYALTY_USERNAME: 'bench',
    LOYALTY_PASSWORD: 'bench',
    LOYALTY_SCOPES: 'profiles.read',
    LOYALTY_SHOP_SECRET: 'bench',
    LOYALTY_PLATFORM: 'bench',
    LOYALTY_ORIGINS: ORIGIN,
    DEMO_CUSTOMERS: JSON.stringify([customer]),
    PORT: '0',
    ...variables,
  });
/** Headers of a customer who has signed in. */
async function signIn({ port }: Running): Promise<Record<string, string>> {
  const login = await fetch(`http://127.0.0.1:${port}/login`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa(`${customer.email}:${customer.password}`)}`, Origin: ORIGIN },
  });
  if (!login.ok) throw new Error(`The log-in is answered with ${login.status}: ${await login.text()}`);
  const { token } = (await login.json()) as { token: string };
  return { Origin: ORIGIN, Authorization: `Bearer ${token}` };
}

add('bare Hono forward', [await run('bench/proxy-servers.ts', ['bare', baseUrl])]);
const proxy = await startProxy();
add('loyalty proxy', [proxy], await signIn(proxy));
const nginx = await runNginx('service', [upstream.port]);
if (nginx) add('nginx proxy_pass', [nginx]);
else console.log('nginx is left out, alone and before the instances: it is not installed.');

const redis = await runRedis();
if (redis) {
  const instances: Running[] = [];
  for (let count = 0; count < Math.max(...INSTANCES); count++)
    instances.push(await startProxy({ REDIS_URL: redis.url }));
  const headers = await signIn(instances[0]!);
  for (const count of INSTANCES)
    add(`${count} ${count === 1 ? 'instance' : 'instances'}, Redis`, instances.slice(0, count), headers);
  for (const count of nginx ? INSTANCES : []) {
    const behind = instances.slice(0, count);
    const front = await runNginx(
      'proxy',
      behind.map(({ port }) => port),
    );
    if (front)
      add(`nginx before ${count} ${count === 1 ? 'instance' : 'instances'}, Redis`, [front], headers, behind);
  }
} else console.log('Instances that share a Redis are left out: redis-server is not installed.');

const processorMs = ({ running, behind }: Measured): number =>
  [...running, ...behind].reduce((sum, one) => sum + (one.processorMs() ?? NaN), 0);
const drive = ({ running, headers }: Measured, milliseconds: number, requests = Infinity) =>
  load({
    ports: running.map(({ port }) => port),
    path: PATH,
    headers,
    connections: CONNECTIONS,
    milliseconds,
    requests,
  });

for (const server of servers) await drive(server, WARM_UP_MS);
for (let round = 0; round < ROUNDS; round++) {
  for (const server of servers) {
    const before = processorMs(server);
    const driven = await drive(server, ROUND_MS);
    server.rounds.push({ ...driven, processorMs: (processorMs(server) - before) / driven.requests });
  }
}

const median = (list: readonly number[]) =>
  [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? NaN;
const summary = servers.map(({ name, rounds }) => ({
  name,
  rate: median(rounds.map(({ requestsPerSecond }) => requestsPerSecond)),
  processorMs: median(rounds.map((round) => round.processorMs)),
  p50: median(rounds.map(({ p50 }) => p50)),
  p95: median(rounds.map(({ p95 }) => p95)),
  p99: median(rounds.map(({ p99 }) => p99)),
}));
const base = summary[0];
console.log(
  `\n${CONNECTIONS} connections, GET of 1 KB, median of ${ROUNDS} round(s) of ${ROUND_MS / 1_000} s\n`,
);
console.table(
  Object.fromEntries(
    summary.map(({ name, rate, processorMs, p50, p95, p99 }) => [
      name,
      {
        'requests/s': Math.round(rate),
        'processor ms per request': Number(processorMs.toFixed(2)),
        'of bare forward': Number((rate / (base?.rate ?? NaN)).toFixed(2)),
        'p50 ms': Number(p50.toFixed(2)),
        'p95 ms': Number(p95.toFixed(2)),
        'p99 ms': Number(p99.toFixed(2)),
        'p99 of bare forward': Number((p99 / (base?.p99 ?? NaN)).toFixed(2)),
      },
    ]),
  ),
);

const measured = servers.find(({ running }) => running[0] === proxy);
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

for (const running of new Set(servers.flatMap((server) => server.running))) await running.end();
await redis?.end();
await upstream.end();
