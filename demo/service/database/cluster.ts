import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../free-port.ts';
import type { Account } from './server-account.ts';
import type { Binaries } from './binaries.ts';

const USER = 'loyalty';
const START_ATTEMPTS = 3;

/** The files and programs of a database server. */
export interface Cluster {
  readonly folder: string;
  readonly files: string;
  readonly binaries: Binaries;
  readonly account: Account | undefined;
}

/** Creates the database files if they are missing. In another folder that is renamed, so that a killed start leaves no incomplete database. */
export async function initialise(cluster: Cluster): Promise<void> {
  if (existsSync(path.join(cluster.files, 'PG_VERSION'))) return;
  const unfinished = path.join(cluster.folder, 'database.new');
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  const passwordFile = path.join(cluster.folder, 'password');
  // Removed first: the file of a killed start keeps its mode.
  await rm(passwordFile, { force: true });
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (cluster.account) {
    const { uid, gid } = cluster.account;
    for (const file of [cluster.folder, unfinished, passwordFile]) chownSync(file, uid, gid);
  }
  await run(cluster, cluster.binaries.initdb, [
    `--pgdata=${unfinished}`,
    `--username=${USER}`,
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--no-locale',
  ]);
  await rename(unfinished, cluster.files);
}

export interface StartOptions {
  /** The port before a crash; otherwise a free one is used. */
  readonly port?: number;
  /** Writes are not flushed to disk. */
  readonly throwAway: boolean;
}

/** Starts the server. Returns its address. */
export async function start(cluster: Cluster, options: StartOptions): Promise<string> {
  const settings = [
    '-c listen_addresses=127.0.0.1',
    "-c unix_socket_directories=''",
    '-c max_connections=200',
  ];
  if (options.throwAway)
    settings.push('-c fsync=off', '-c full_page_writes=off', '-c synchronous_commit=off');
  const parameters = ['start', '-D', cluster.files, '-l', path.join(cluster.folder, 'database.log'), '-w'];
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await freePort());
    try {
      await run(cluster, cluster.binaries.pgCtl, [...parameters, '-o', `-p ${port} ${settings.join(' ')}`]);
      return await addressOf(cluster, port);
    } catch (error) {
      // Another process may have taken the port between the check and the start of the server.
      if (attempt === START_ATTEMPTS) throw error;
      await wait(500);
    }
  }
}

export async function addressOf(cluster: Cluster, port: number): Promise<string> {
  const password = await readFile(path.join(cluster.folder, 'password'), 'utf8');
  return `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`;
}

export async function stop(cluster: Cluster, mode: 'fast' | 'immediate'): Promise<void> {
  await run(cluster, cluster.binaries.pgCtl, ['stop', '-D', cluster.files, '-m', mode, '-w']);
}

/**
 * Runs a PostgreSQL program to its end. Its output is written to a file, because the server that it starts would keep a pipe open.
 */
async function run(cluster: Cluster, program: string, parameters: readonly string[]): Promise<void> {
  const as = cluster.account && { uid: cluster.account.uid, gid: cluster.account.gid };
  const log = path.join(cluster.folder, 'programs.log');
  const output = await open(log, 'a');
  try {
    const stdio = ['ignore', output.fd, output.fd] as const;
    const child = spawn(program, parameters, { ...as, cwd: cluster.folder, stdio: [...stdio] });
    const [code]: unknown[] = await once(child, 'exit');
    if (code !== 0)
      throw new Error(`PostgreSQL: ${path.basename(program)} failed, see ${cluster.folder}/*.log`);
  } finally {
    await output.close();
  }
}
