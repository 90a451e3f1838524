import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { serverAccount, placeFor } from './server-account.ts';
import { findBinaries } from './binaries.ts';
import { addressOf, initialise, start, stop, type Cluster } from './cluster.ts';
import { withFolderLock, isAlive } from './folder-lock.ts';
import { takeLease, type Lease } from './lease.ts';

/** Recovery after a crash can take a while before a server answers. */
const ANSWER_DEADLINE_MS = 60_000;

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
  const say = options.say ?? (() => {});
  const account = serverAccount();
  const wanted = { binaries: findBinaries(), folder: path.resolve(options.folder) };
  const { binaries, folder } = placeFor(account, wanted, say);
  const cluster: Cluster = { folder, files: path.join(folder, 'database'), binaries, account };

  const throwAway = options.throwAway ?? false;
  let stopping = false;
  let lease: Lease;

  /** Joins or starts the server and takes a share in it; when it dies under us, once more on the port it had. */
  async function enter(port?: number): Promise<string> {
    return withFolderLock(folder, async () => {
      await initialise(cluster);
      const url = (await join(cluster, say)) ?? (await start(cluster, { throwAway, ...(port && { port }) }));
      lease = await takeLease(url, () => {
        if (stopping) return;
        say('Database: the server is gone; starting it again.');
        enter(Number(new URL(url).port)).catch((error: unknown) => say(`Database: ${String(error)}`));
      });
      return url;
    });
  }

  const url = await enter();
  return {
    url,
    async stop() {
      stopping = true;
      const stopped = await withFolderLock(folder, async () => {
        const last = await lease.release();
        if (last) await stop(cluster, 'fast');
        return last;
      });
      if (stopped && throwAway) await rm(folder, { recursive: true, force: true });
    },
  };
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
      await stop(cluster, 'immediate');
      return undefined;
    }
    await wait(200);
  }
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
