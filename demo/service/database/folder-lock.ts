import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { record } from '../../../src/services/transport/read.ts';

const TIMEOUT_MS = 60_000;
const POLL_MS = 50;
/** A file without a process id for so long is abandoned: locks are created with their content, but a full disk or a power cut empties them. */
const ABANDONED_MS = 1_000;
/** A wait that is longer is reported. */
const SILENT_MS = 1_000;

/** Locks that this process holds or is about to take: a file with the id of this process that it does not hold is of an earlier process with the same id. */
const held = new Set<string>();

/**
 * Runs `work` while no other process does so in the same folder. The lock is a file with the id and start of its process, created in
 * one step; a file of a process that ended is ignored. A longer wait is logged with its reason.
 */
export async function withFolderLock<T>(
  folder: string,
  work: () => Promise<T>,
  log: (line: string) => void = () => {},
): Promise<T> {
  await mkdir(folder, { recursive: true });
  const lock = path.join(folder, 'starting.lock');
  const begin = performance.now();
  let emptySince: number | undefined;
  let isReported = false;
  while (!(await take(lock))) {
    const content = await readFile(lock, 'utf8').catch(() => undefined);
    if (content === undefined) {
      // Released since.
      await wait(1);
      continue;
    }
    const now = performance.now();
    const holder = holderOf(content);
    emptySince = holder ? undefined : (emptySince ?? now);
    const isAbandoned = holder ? !isRunning(holder, lock) : now - (emptySince ?? now) > ABANDONED_MS;
    if (isAbandoned) await discard(lock, content);
    else if (now - begin > TIMEOUT_MS) {
      throw new Error(
        `Process ${holder?.processId ?? '?'} starts or stops the database and holds ${lock}. End that process, or remove the file if it has another purpose.`,
      );
    } else {
      if (!isReported && now - begin > SILENT_MS) {
        isReported = true;
        log(
          `Database: waits for ${holder ? `process ${holder.processId}, which starts or stops it` : 'another process'} (${lock}).`,
        );
      }
      await wait(POLL_MS);
    }
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
    held.delete(lock);
  }
}

export function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // EPERM: the process runs under another account.
    return record(error)['code'] === 'EPERM';
  }
}

interface Holder {
  readonly processId: number;
  /** When the process started, if the system says so: after a restart another program may have its id. */
  readonly start: string | undefined;
}

const own: Holder = { processId: process.pid, start: startOf(process.pid) };

function holderOf(content: string): Holder | undefined {
  const [id, start] = content.split(' ');
  const processId = Number(id);
  return processId > 0 ? { processId, start } : undefined;
}

function isRunning({ processId, start }: Holder, lock: string): boolean {
  if (processId === own.processId && !held.has(lock)) return false;
  if (!isAlive(processId)) return false;
  const running = startOf(processId);
  return start === undefined || running === undefined || start === running;
}

/** When a process started, in ticks since the machine did; undefined where there is no `/proc`. */
function startOf(processId: number): string | undefined {
  try {
    // The name of the program, in parentheses, may contain spaces. The start is the 22nd field, the 20th behind the name.
    return readFileSync(`/proc/${processId}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19];
  } catch {
    return undefined;
  }
}

/** Removes an abandoned file. Of several waiting processes one can rename it; one that renamed a newer file puts it back. */
async function discard(lock: string, abandoned: string): Promise<void> {
  const aside = asideOf(lock);
  try {
    await rename(lock, aside);
    if ((await readFile(aside, 'utf8')) !== abandoned) await link(aside, lock);
  } catch {
    // Another process removed it first: the loop reads the file again.
  }
  await rm(aside, { force: true });
}

/** Writes the file aside and links it to its name: whoever reads it sees all of it, and a kill leaves no empty lock. */
async function take(lock: string): Promise<boolean> {
  // A second call of this process waits for the first.
  if (held.has(lock)) return false;
  held.add(lock);
  const aside = asideOf(lock);
  try {
    await writeFile(aside, [own.processId, own.start].filter(Boolean).join(' '));
    await link(aside, lock);
    return true;
  } catch (error) {
    held.delete(lock);
    if (record(error)['code'] === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(aside, { force: true });
  }
}

const asideOf = (lock: string): string => `${lock}.${process.pid}.${randomUUID()}`;
