import { record } from '../../../../src/services/transport/read.ts';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const TIMEOUT_MS = 60_000;
const POLL_MS = 50;

/**
 * Runs `work` while no other process does so in the same folder. The lock is a file, created with O_EXCL, with the process id; the
 * file of a process that ended is ignored.
 */
export async function withFolderLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  await mkdir(folder, { recursive: true });
  const lock = path.join(folder, 'starting.lock');
  const deadline = Date.now() + TIMEOUT_MS;
  while (!(await take(lock))) {
    const holder = Number(await readFile(lock, 'utf8').catch(() => ''));
    // An empty file was created just now, or its process was killed before writing to it.
    if (holder > 0 && !isAlive(holder)) await discard(lock, holder);
    else if (Date.now() > deadline) throw new Error(`Another process holds ${lock}. Remove it if none does.`);
    else await wait(POLL_MS);
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
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

/** Removes the file of a process that ended. Of several waiting processes one can rename it; one that renamed a new file puts it back. */
async function discard(lock: string, endedHolder: number): Promise<void> {
  const aside = `${lock}.${process.pid}`;
  try {
    await rename(lock, aside);
    if (Number(await readFile(aside, 'utf8')) !== endedHolder) await link(aside, lock);
  } catch {
    // Another process removed it first: the loop reads the file again.
  }
  await rm(aside, { force: true });
}

async function take(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (record(error)['code'] === 'EEXIST') return false;
    throw error;
  }
}
