import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../../../demo/free-port.ts';

const { REDIS_URL } = process.env;

/** Whether Redis is available: by REDIS_URL, or because redis-server is installed. */
export const hasRedis = Boolean(REDIS_URL) || spawnSync('redis-server', ['--version']).status === 0;

export const NEEDS_REDIS =
  'needs Redis: install redis-server (or set REDIS_URL, for tests that need not stop it)';

export interface RunningRedis {
  readonly url: string;
  client(): Redis;
  /** Stops the server if this test started it. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** A new Redis on a free port, without files; or the one at REDIS_URL. */
export async function startRedis(): Promise<RunningRedis> {
  const clients: Redis[] = [];
  const folder = REDIS_URL ? undefined : mkdtempSync(join(tmpdir(), 'loyalty-redis-'));
  const port = REDIS_URL ? 0 : await freePort();
  const url = REDIS_URL ?? `redis://127.0.0.1:${port}`;
  const args = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    folder ?? '',
  ];
  const server = REDIS_URL ? undefined : spawn('redis-server', args, { stdio: 'ignore' });
  const client = () => {
    const connection = new Redis(url, {
      maxRetriesPerRequest: 1,
      retryStrategy: (times) => Math.min(times * 50, 500),
    });
    connection.on('error', () => undefined);
    clients.push(connection);
    return connection;
  };
  const probe = new Redis(url, { maxRetriesPerRequest: 100, retryStrategy: () => 50 });
  probe.on('error', () => undefined);
  await probe.ping();
  probe.disconnect();
  const kill = async () => {
    if (!server || server.exitCode !== null || server.signalCode) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  };
  return {
    url,
    client,
    kill,
    async stop() {
      for (const connection of clients) connection.disconnect();
      await kill();
      if (folder) rmSync(folder, { recursive: true, force: true });
    },
  };
}
