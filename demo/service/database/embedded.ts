import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { serverAccount, type Account } from './account.ts';
import { findBinaries, type Binaries } from './binaries.ts';
import { exclusively, isAlive } from './exclusive.ts';
import { takeLease } from './lease.ts';

const USER = 'loyalty';
/** Recovery after a crash can take a while before a server answers. */
const ANSWER_DEADLINE_MS = 60_000;
const START_ATTEMPTS = 3;

export interface EmbeddedDatabase {
  readonly url: string;
  /** Stops the server unless another process still uses it. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Made when missing. Holds the database, its password and its log. */
  readonly folder: string;
  readonly say?: (line: string) => void;
  /** For tests: nothing is worth keeping, so nothing is flushed to disk and the folder goes with the server. */
  readonly throwAway?: boolean;
}

/** Starts PostgreSQL on a folder of ours, or joins the server that runs there already. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const folder = path.resolve(options.folder);
  const say = options.say ?? (() => {});
  const binaries = findBinaries();
  const account = serverAccount(binaries.initdb);
  const cluster: Cluster = { folder, files: path.join(folder, 'database'), binaries, account };

  const { url, lease } = await exclusively(folder, async () => {
    if (!existsSync(path.join(cluster.files, 'PG_VERSION'))) await initialise(cluster);
    const url = (await join(cluster, say)) ?? (await start(cluster, options.throwAway ?? false));
    return { url, lease: await takeLease(url) };
  });
  return {
    url,
    async stop() {
      const stopped = await exclusively(folder, async () => {
        const last = await lease.release();
        if (last) await run(cluster, binaries.pgCtl, ['stop', '-D', cluster.files, '-m', 'fast', '-w']);
        return last;
      });
      if (stopped && options.throwAway) await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Cluster {
  readonly folder: string;
  readonly files: string;
  readonly binaries: Binaries;
  readonly account: Account;
}

/** Made beside its place and then renamed, so that a killed start never leaves half a database. */
async function initialise(cluster: Cluster): Promise<void> {
  const unfinished = path.join(cluster.folder, 'database.new');
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  const passwordFile = path.join(cluster.folder, 'password');
  await writeFile(passwordFile, randomBytes(24).toString('base64url'));
  await chmod(passwordFile, 0o600);
  const { uid, gid } = cluster.account;
  if (uid !== undefined && gid !== undefined) {
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

/** The server that a killed or a second process left running here, once it answers; undefined when there is none. */
async function join(cluster: Cluster, say: (line: string) => void): Promise<string | undefined> {
  const pidFile = path.join(cluster.files, 'postmaster.pid');
  const deadline = Date.now() + ANSWER_DEADLINE_MS;
  for (;;) {
    // Lines: process id, folder, start time, port, … (PostgreSQL removes the file when it stops in good order).
    const [id, , , port] = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
    const processId = Number(id);
    if (!processId || !isAlive(processId)) return undefined;
    if (!(await servesFolder(processId, cluster.files))) {
      // After a crash of the machine the number can belong to anyone. PostgreSQL would wait for them, we know better.
      await rm(pidFile, { force: true });
      return undefined;
    }
    const url = await addressOf(cluster, Number(port));
    if (await answersFor(url, cluster.files)) {
      say(`Database: joined the server that is running already (process ${processId}, port ${port}).`);
      return url;
    }
    if (Date.now() > deadline) {
      say(
        `Database: the server left over from an earlier run (process ${processId}) does not answer; stopping it.`,
      );
      await run(cluster, cluster.binaries.pgCtl, ['stop', '-D', cluster.files, '-m', 'immediate', '-w']);
      return undefined;
    }
    await wait(200);
  }
}

async function start(cluster: Cluster, throwAway: boolean): Promise<string> {
  const settings = [
    '-c listen_addresses=127.0.0.1',
    "-c unix_socket_directories=''",
    '-c max_connections=200',
  ];
  if (throwAway) settings.push('-c fsync=off', '-c full_page_writes=off', '-c synchronous_commit=off');
  const log = path.join(cluster.folder, 'database.log');
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    try {
      const wanted = [`-p ${port}`, ...settings].join(' ');
      await run(cluster, cluster.binaries.pgCtl, [
        'start',
        '-D',
        cluster.files,
        '-l',
        log,
        '-w',
        '-o',
        wanted,
      ]);
      return await addressOf(cluster, port);
    } catch (error) {
      // Someone may have taken the port between our asking and the server's binding.
      if (attempt === START_ATTEMPTS)
        throw new Error(`PostgreSQL does not start, see ${log}`, { cause: error });
      await wait(500);
    }
  }
}

async function addressOf(cluster: Cluster, port: number): Promise<string> {
  const password = await readFile(path.join(cluster.folder, 'password'), 'utf8');
  return `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`;
}

/** A process id and a port can be reused by strangers: only the folder proves that a server is ours. */
async function answersFor(url: string, files: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    return rows[0]?.data_directory === files;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Whether a process is the server of a folder, by its command line; taken for granted where that cannot be read. */
async function servesFolder(processId: number, files: string): Promise<boolean> {
  const commandLine = await readFile(`/proc/${processId}/cmdline`, 'utf8').catch(() => undefined);
  return commandLine === undefined || commandLine.split('\0').includes(files);
}

/** Runs a PostgreSQL program to its end. Its output is not piped: the server it starts would keep the pipe open. */
function run(cluster: Cluster, program: string, parameters: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, { ...cluster.account, cwd: cluster.folder, stdio: 'ignore' });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${path.basename(program)} ended with code ${code}`)),
    );
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
