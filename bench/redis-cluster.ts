import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../demo/free-port.ts';

const MASTERS = 3;
const SLOTS = 16_384;
/** Of characters that a URL has to escape. */
const PASSWORD = 'p@ss:word/';
/** After this time without an answer a node counts as failed, and its replica takes over. */
const NODE_TIMEOUT_MS = 1_000;

interface ClusterNode {
  readonly port: number;
  readonly client: Redis;
  readonly child: ChildProcess;
}

export interface RunningCluster {
  /** Addresses of all nodes, as the proxy's variable takes them: the first one has the password. */
  readonly urls: string;
  /** Kills the master that has such a key, once its replica has everything. @throws Error where no master has one */
  killMasterOf(keys: string): Promise<void>;
  stop(): Promise<void>;
}

/** Three masters, each with a replica, on this machine, without files of their own but the list of nodes. */
export async function startRedisCluster(): Promise<RunningCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'loyalty-cluster-'));
  const nodes: ClusterNode[] = [];
  const stop = async () => {
    for (const { client, child } of nodes) {
      client.disconnect();
      await kill(child);
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (let count = 0; count < MASTERS * 2; count++) nodes.push(await startNode(folder, count));
    await connect(nodes);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    urls: nodes
      .map(
        ({ port }, at) => `redis://${at === 0 ? `:${encodeURIComponent(PASSWORD)}@` : ''}127.0.0.1:${port}`,
      )
      .join(','),
    async killMasterOf(keys) {
      for (const { client, child } of nodes.slice(0, MASTERS)) {
        if ((await client.keys(keys)).length === 0) continue;
        if ((await client.wait(1, 10_000)) < 1) throw new Error('The replica does not follow its master.');
        client.disconnect();
        await kill(child);
        return;
      }
      throw new Error(`No master has a key ${keys}.`);
    },
    stop,
  };
}

async function startNode(folder: string, count: number): Promise<ClusterNode> {
  const port = await freePort();
  const settings = {
    port,
    bind: '127.0.0.1',
    save: '',
    appendonly: 'no',
    dir: folder,
    requirepass: PASSWORD,
    masterauth: PASSWORD,
    'cluster-enabled': 'yes',
    'cluster-port': await freePort(),
    'cluster-config-file': `nodes-${count}.conf`,
    'cluster-node-timeout': NODE_TIMEOUT_MS,
    'cluster-replica-validity-factor': 0,
    'repl-diskless-sync-delay': 0,
  };
  const words = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn('redis-server', words, { stdio: 'ignore' });
  const client = new Redis(port, '127.0.0.1', {
    password: PASSWORD,
    maxRetriesPerRequest: 100,
    retryStrategy: () => 50,
  });
  client.on('error', () => undefined);
  await client.ping();
  return { port, client, child };
}

async function connect(nodes: readonly ClusterNode[]): Promise<void> {
  const [first, ...others] = nodes as [ClusterNode, ...ClusterNode[]];
  for (let at = 0; at < MASTERS; at++) {
    const [from, to] = [at, at + 1].map((part) => Math.floor((SLOTS * part) / MASTERS)) as [number, number];
    await nodes[at]!.client.call('CLUSTER', 'ADDSLOTSRANGE', from, to - 1);
    // Without it two nodes could take each other for the newer one.
    await nodes[at]!.client.call('CLUSTER', 'SET-CONFIG-EPOCH', at + 1);
  }
  const bus = (await first.client.config('GET', 'cluster-port')) as string[];
  for (const { client } of others) await client.call('CLUSTER', 'MEET', '127.0.0.1', first.port, bus[1]!);
  await until(async () => (await Promise.all(nodes.map(knownBy))).every((known) => known === nodes.length));
  for (let at = 0; at < MASTERS; at++) {
    const id = await nodes[at]!.client.call('CLUSTER', 'MYID');
    await nodes[at + MASTERS]!.client.call('CLUSTER', 'REPLICATE', id as string);
  }
  await until(async () => {
    const states = await Promise.all(nodes.map(({ client }) => client.call('CLUSTER', 'INFO')));
    const links = await Promise.all(nodes.slice(MASTERS).map(({ client }) => client.info('replication')));
    return (
      states.every((state) => String(state).includes('cluster_state:ok')) &&
      links.every((link) => link.includes('master_link_status:up'))
    );
  });
}

const knownBy = async ({ client }: ClusterNode): Promise<number> =>
  Number(/cluster_known_nodes:(\d+)/.exec(String(await client.call('CLUSTER', 'INFO')))?.[1]);

/** Redis tells nobody when a cluster is complete. The test that waits has the limit. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 50));
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
