import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../demo/free-port.ts';
import { ANN, basic, openProxy, SHOP, type OpenProxy } from './support/open-proxy.ts';
import { startProxyProcess, variablesFor, type ProxyProcess } from './support/process.ts';
import { hasRedis, NEEDS_REDIS, startRedis, type RunningRedis } from './support/redis.ts';

// The upstream block of the runbook, in nginx before two processes of the proxy that are restarted one after the other.

const hasNginx = spawnSync('nginx', ['-v']).status === 0;
const [, BLOCK = ''] =
  /<!-- nginx upstream -->\s*```nginx\n([^`]+)```/.exec(readFileSync('docs/guides/runbook.md', 'utf8')) ?? [];
const WORKERS = 4;

describe('two instances behind the upstream block of the runbook', () => {
  let redis: RunningRedis;
  let stub: OpenProxy;
  let folder: string;
  let nginx: ChildProcess;
  let instances: ProxyProcess[];
  let ports: { front: number; instances: number[] };
  beforeEach(async (context) => {
    context.skip(!hasRedis, NEEDS_REDIS);
    context.skip(!hasNginx, 'needs nginx: install it');
    redis = await startRedis();
    stub = await openProxy();
    folder = mkdtempSync(join(tmpdir(), 'loyalty-nginx-'));
    ports = { front: await freePort(), instances: [await freePort(), await freePort()] };
    instances = await Promise.all(ports.instances.map(startInstance));
  });
  afterEach(async () => {
    await end(nginx);
    await Promise.all((instances ?? []).map((instance) => instance.end('SIGKILL')));
    await stub?.stop();
    await redis?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const startInstance = (port: number) =>
    startProxyProcess({
      ...variablesFor(stub.upstream.baseUrl),
      REDIS_URL: redis.url,
      PORT: String(port),
      LOYALTY_TRUSTED_HOPS: '127.0.0.1',
    });

  async function startNginx(block: string): Promise<void> {
    const [one, other] = ports.instances;
    const server = block
      .replace('127.0.0.1:8081', `127.0.0.1:${one}`)
      .replace('127.0.0.1:8082', `127.0.0.1:${other}`)
      .replace('listen 8080', `listen 127.0.0.1:${ports.front}`);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    writeFileSync(
      join(folder, 'nginx.conf'),
      `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
events {} http { access_log off; ${temporary.join(' ')} ${server} }`,
    );
    nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
    // nginx reports nowhere that it listens.
    await expect
      .poll(
        () =>
          ask('/').then(
            () => true,
            () => false,
          ),
        { timeout: 30_000 },
      )
      .toBe(true);
  }
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${ports.front}${path}`, { ...init, headers: { Origin: SHOP, ...init.headers } });

  /** Restarts both instances under load. Returns how often each status was answered. */
  async function restartUnderLoad(): Promise<Map<number, number>> {
    const login = await ask('/login', {
      method: 'POST',
      headers: { Authorization: basic(ANN.email, ANN.password) },
    });
    const { token } = (await login.json()) as { token: string };
    const statuses = new Map<number, number>();
    let isOver = false;
    let asked = 0;
    const work = async () => {
      while (!isOver) {
        const { status } = await ask(`/v3/profiles/profile-${ANN.id}/balances`, {
          headers: { Authorization: `Bearer ${token}` },
        });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        asked++;
      }
    };
    const workers = Array.from({ length: WORKERS }, work);
    const answered = async (count: number) => {
      const wanted = asked + count;
      while (asked < wanted) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    for (const at of [0, 1]) {
      await answered(40);
      await instances[at]!.end('SIGTERM');
      await answered(40);
      instances[at] = await startInstance(ports.instances[at]!);
      await answered(40);
    }
    isOver = true;
    await Promise.all(workers);
    return statuses;
  }

  it('lose no request when both are restarted', async () => {
    await startNginx(BLOCK);
    expect([...(await restartUnderLoad()).keys()]).toEqual([200]);
  }, 120_000);

  it('twin: lose some where nginx asks no other instance', async () => {
    await startNginx(BLOCK.replace('error timeout http_503', 'off'));
    expect((await restartUnderLoad()).get(502)).toBeGreaterThan(0);
  }, 120_000);
});

async function end(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
