import { startRedisCluster } from './redis-cluster.ts';
import { table } from './paired.ts';
import { load } from './proxy-load.ts';
import { PATH, signIn, startProxy } from './proxy-customer.ts';
import { run } from './proxy-processes.ts';

// Two instances of the proxy on a cluster of Redis, three masters with a replica each, under a fixed load: the master of the session is killed,
// and its replica takes over. Prints the time of requests before, from then until the first second without an error, and after. Needs
// redis-server; takes half a minute. `npm run bench:failover -- 200` sends 200 requests a second.

const PER_SECOND = Number(process.argv[2] ?? 200);
const DURATION_MS = 24_000;
const KILLED_AT_MS = 8_000;

const upstream = await run('bench/proxy-servers.ts', ['upstream']);
const cluster = await startRedisCluster();
const baseUrl = `http://127.0.0.1:${upstream.port}/api`;
const instances = await Promise.all([1, 2].map(() => startProxy(baseUrl, { REDIS_URL: cluster.urls })));
const headers = await signIn(instances[0]!);

interface Answer {
  /** Milliseconds since the start. */
  readonly at: number;
  readonly status: number;
  readonly milliseconds: number;
}
const answers: Answer[] = [];
const start = performance.now();
let killedAt = NaN;
setTimeout(() => {
  void cluster.killMasterOf('*:session:*').then(() => (killedAt = performance.now() - start));
}, KILLED_AT_MS);
await load({
  ports: instances.map(({ port }) => port),
  path: PATH,
  headers,
  connections: 256,
  milliseconds: DURATION_MS,
  requests: Infinity,
  perSecond: PER_SECOND,
  onAnswer: (status, milliseconds) => answers.push({ at: performance.now() - start, status, milliseconds }),
});
const lastError = Math.max(killedAt, ...answers.filter(({ status }) => status !== 200).map(({ at }) => at));
const row = (name: string, from: number, to: number) => {
  const list = answers.filter(({ at }) => at >= from && at < to);
  const times = list.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const part = (share: number) => (times[Math.floor(times.length * share)] ?? NaN).toFixed(1);
  const count = (status: number) => String(list.filter((answer) => answer.status === status).length);
  const other = list.filter(({ status }) => status !== 200 && status !== 503).length;
  return [name, count(200), count(503), String(other), part(0.5), part(0.95), part(0.99)];
};
process.stdout.write(
  `${table(
    ['when', '200', '503', 'other', 'p50 ms', 'p95 ms', 'p99 ms'],
    [
      row('before', 0, killedAt),
      row(
        `the ${((lastError - killedAt) / 1_000).toFixed(1)} s after the node was killed`,
        killedAt,
        lastError,
      ),
      row('after', lastError, Infinity),
    ],
  )}\n`,
);
for (const instance of instances) await instance.end();
await cluster.stop();
await upstream.end();
