import { join } from 'node:path';
import { installPeers } from './install-peers.ts';
import { median, ratioOf, rotated, shown, table } from './paired.ts';
import { load, medianOf, type Load } from './proxy-load.ts';
import { PATH, signIn, startProxy } from './proxy-customer.ts';
import { run, runNginx, runRedis, type Running } from './proxy-processes.ts';

// Compares the proxy with servers that only forward: http-proxy (installed into .cache/), one of the same framework, and nginx where it is
// installed: same machine, service and load, measured alternately. Then as one, two and four instances that share a Redis, where it is
// installed, each in a process of its own, with the connections spread evenly, and with nginx before them. Each round has a fixed number of
// requests a second, for what a request takes, and as many as the servers answer, for what they can do at most. Loopback only; takes about
// eight minutes. `npm run bench:proxy -- 1` measures one round instead of four.

const CONNECTIONS = 32;
const ROUNDS = Number(process.argv[2] ?? 4);
const ROUND_MS = 4_000;
const PER_SECOND = 500;
const WARM_UP_MS = 2_000;
const MEMORY_REQUESTS = 100_000;
const MEMORY_LIMIT_MS = 60_000;
const INSTANCES = [1, 2, 4];
const PEERS = join(import.meta.dirname, '../.cache/bench-proxy');
/** Each load, by what is measured with it. */
const LOADS = { fixed: PER_SECOND, most: undefined } as const;

interface Measured {
  readonly name: string;
  /** What the connections go to. */
  readonly running: readonly Running[];
  /** What works behind it; its processor time counts, too. */
  readonly behind: readonly Running[];
  readonly headers: Readonly<Record<string, string>>;
  readonly rounds: { readonly [load in keyof typeof LOADS]: (Load & { readonly processorMs: number })[] };
}

const upstream = await run('bench/proxy-servers.ts', ['upstream']);
const baseUrl = `http://127.0.0.1:${upstream.port}/api`;
const servers: Measured[] = [];
const add = (
  name: string,
  running: readonly Running[],
  headers: Record<string, string> = {},
  behind: readonly Running[] = [],
) => servers.push({ name, running, behind, headers, rounds: { fixed: [], most: [] } });

const problem = installPeers(PEERS, ['http-proxy@1.18.1']);
if (problem === undefined)
  add('http-proxy', [await run('bench/proxy-servers.ts', ['http-proxy', baseUrl, PEERS])]);
else console.log(`http-proxy is left out, it cannot be installed: ${problem}`);
add('bare Hono forward', [await run('bench/proxy-servers.ts', ['bare', baseUrl])]);
const proxy = await startProxy(baseUrl);
add('loyalty proxy', [proxy], await signIn(proxy));
const nginx = await runNginx('service', [upstream.port]);
if (nginx) add('nginx proxy_pass', [nginx]);
else console.log('nginx is left out, alone and before the instances: it is not installed.');

const redis = await runRedis();
if (redis) {
  const instances: Running[] = [];
  for (let count = 0; count < Math.max(...INSTANCES); count++)
    instances.push(await startProxy(baseUrl, { REDIS_URL: redis.url }));
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
const drive = (
  { running, headers }: Measured,
  milliseconds: number,
  { requests = Infinity, perSecond }: { requests?: number; perSecond?: number | undefined } = {},
) =>
  load({
    ports: running.map(({ port }) => port),
    path: PATH,
    headers,
    connections: CONNECTIONS,
    milliseconds,
    requests,
    perSecond,
  });

for (const server of servers) await drive(server, WARM_UP_MS);
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, perSecond] of Object.entries(LOADS)) {
    for (const server of rotated(servers, round)) {
      const before = processorMs(server);
      const driven = await drive(server, ROUND_MS, { perSecond });
      server.rounds[name as keyof typeof LOADS].push({
        ...driven,
        processorMs: (processorMs(server) - before) / driven.requests,
      });
    }
  }
}

/** The table of a load. Ratios are within each round, so that other work of the machine affects both. */
function tableOf(name: keyof typeof LOADS): string {
  const processorTimes = ({ rounds }: Measured) => rounds[name].map((round) => round.processorMs);
  const first = servers[0]!;
  const rows = servers.map((server) => {
    const { requestsPerSecond, p50, p95, p99 } = medianOf(server.rounds[name]);
    const milliseconds = [p50, p95, p99].map((time) => time.toFixed(2));
    return [
      server.name,
      median(processorTimes(server)).toFixed(2),
      server === first ? '1' : shown(ratioOf(processorTimes(server), processorTimes(first))),
      ...milliseconds,
      Math.round(requestsPerSecond).toLocaleString('en'),
    ];
  });
  const head = [
    'what',
    'processor ms per request',
    `of ${first.name}`,
    'p50 ms',
    'p95 ms',
    'p99 ms',
    'requests/s',
  ];
  return table(head, rows);
}
process.stdout.write(`
${CONNECTIONS} connections, GET of 1 KB, ${ROUNDS} round(s) of ${ROUND_MS / 1_000} s. ${PER_SECOND} requests a second:

${tableOf('fixed')}

As many as are answered:

${tableOf('most')}
`);

const measured = servers.find(({ running }) => running[0] === proxy);
if (measured) {
  const before = proxy.memory();
  const { requests } = await drive(measured, MEMORY_LIMIT_MS / 2, { requests: MEMORY_REQUESTS / 2 });
  const middle = proxy.memory();
  const { requests: more } = await drive(measured, MEMORY_LIMIT_MS / 2, { requests: MEMORY_REQUESTS / 2 });
  const text = (megabytes: number | undefined) =>
    megabytes === undefined ? 'unknown' : `${megabytes.toFixed(0)} MB`;
  process.stdout.write(
    `\nMemory of the proxy: ${text(before)} before, ${text(middle)} after ${requests} requests, ` +
      `${text(proxy.memory())} after ${requests + more}.\n`,
  );
}

for (const running of new Set(servers.flatMap((server) => server.running))) await running.end();
await redis?.end();
await upstream.end();
