import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { accessibleFiles, serverAccount } from './server-account.ts';
import { findBinaries } from './binaries.ts';
import { addressOf, initialise, start, stop, type Cluster } from './cluster.ts';
import { withFolderLock, isAlive } from './folder-lock.ts';
import { takeLease, type Lease } from './lease.ts';

/** Recovery after a crash can take long. */
const ANSWER_DEADLINE_MS = 60_000;
const EMPTY_MS = 1_000;

export interface EmbeddedDatabase {
  readonly url: string;
  /** The folder of the files of the server, with its `postmaster.pid`. */
  readonly files: string;
  /** Stops the server unless another process still uses it. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** The folder of the database, its password and its log; created if missing. */
  readonly folder: string;
  readonly log?: (line: string) => void;
  /** For tests: writes are not flushed to disk, and the folder is deleted with the server. */
  readonly throwAway?: boolean;
}

/** Starts PostgreSQL in a folder, or uses the server that runs there already. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const log = options.log ?? (() => {});
  const account = serverAccount();
  const wanted = { binaries: findBinaries(), folder: path.resolve(options.folder) };
  const { binaries, folder } = accessibleFiles(account, wanted, log);
  const cluster: Cluster = { folder, files: path.join(folder, 'database'), binaries, account };

  const throwAway = options.throwAway ?? false;
  let stopping = false;
  let lease: Lease;

  /** Starts the server, or uses the one that is running, and takes a lease. If the server ends unexpectedly, starts it again on the same port. */
  async function enter(port?: number): Promise<string> {
    return withFolderLock(
      folder,
      async () => {
        await initialise(cluster);
        const url =
          (await findRunningServer(cluster, log)) ??
          (await start(cluster, { throwAway, ...(port && { port }) }));
        lease = await takeLease(url, () => {
          if (stopping) return;
          log('Database: the server has stopped; starting it again.');
          enter(Number(new URL(url).port)).catch((error: unknown) => log(`Database: ${String(error)}`));
        });
        return url;
      },
      log,
    );
  }

  const url = await enter();
  return {
    url,
    files: cluster.files,
    async stop() {
      stopping = true;
      const stopped = await withFolderLock(
        folder,
        async () => {
          const last = await lease.release();
          if (last) await stop(cluster, 'fast');
          return last;
        },
        log,
      );
      if (stopped && throwAway) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The address of the server that already runs here, of another or a killed process, once it answers; undefined if none does. */
async function findRunningServer(cluster: Cluster, log: (line: string) => void): Promise<string | undefined> {
  const pidFile = path.join(cluster.files, 'postmaster.pid');
  const deadline = Date.now() + ANSWER_DEADLINE_MS;
  for (;;) {
    // Lines: process id, folder, start time, port, … (PostgreSQL removes the file when it stops normally).
    const content = await readFile(pidFile, 'utf8').catch(() => undefined);
    const [id, , , port] = (content ?? '').split('\n');
    const processId = Number(id);
    if (content === '' && (await isStillEmpty(pidFile))) {
      // PostgreSQL creates the file and then writes to it: killed in between, or on a full disk, it would never start again.
      await rm(pidFile, { force: true });
      return undefined;
    }
    if (!processId || !isAlive(processId)) return undefined;
    if (!(await servesFolder(processId, cluster.files))) {
      // After a crash of the machine, the process id can belong to another program. PostgreSQL would refuse to start.
      await rm(pidFile, { force: true });
      return undefined;
    }
    const url = await addressOf(cluster, Number(port));
    if (await answersFor(url, cluster.files)) {
      log(`Database: uses the server that is running already (process ${processId}, port ${port}).`);
      return url;
    }
    if (Date.now() > deadline) {
      log(
        `Database: the server left over from an earlier run (process ${processId}) does not answer; stopping it.`,
      );
      await stop(cluster, 'immediate');
      return undefined;
    }
    await wait(200);
  }
}

/** Whether a file stays empty for a moment that is longer than a server needs to write to it. */
async function isStillEmpty(file: string): Promise<boolean> {
  await wait(EMPTY_MS);
  return (await readFile(file, 'utf8').catch(() => undefined)) === '';
}

/** Whether the server at an address uses this folder: process ids and ports can be reused by other servers. */
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

/** Whether a process is the server of a folder, by its command line; assumed if that cannot be read. */
async function servesFolder(processId: number, files: string): Promise<boolean> {
  const commandLine = await readFile(`/proc/${processId}/cmdline`, 'utf8').catch(() => undefined);
  return commandLine === undefined || commandLine.split('\0').includes(files);
}
