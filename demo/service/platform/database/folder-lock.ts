import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const PATIENCE_MS = 60_000;
const POLL_MS = 50;

/**
 * Runs `work` while no other process does so in the same folder: a file made with O_EXCL holds our process id,
 * and the file of a process that is gone counts for nothing.
 */
export async function withFolderLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  await mkdir(folder, { recursive: true });
  const lock = path.join(folder, 'starting.lock');
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await take(lock))) {
    const holder = Number(await readFile(lock, 'utf8').catch(() => ''));
    // An empty file was made this instant, or by someone killed before writing: only waiting tells.
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
    // EPERM: it lives and belongs to someone else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Of several that wait, one renames the dead holder's file; who gets a fresh one instead puts it back. */
async function discard(lock: string, deadHolder: number): Promise<void> {
  const aside = `${lock}.${process.pid}`;
  try {
    await rename(lock, aside);
    if (Number(await readFile(aside, 'utf8')) !== deadHolder) await link(aside, lock);
  } catch {
    // Someone else was faster: the next round of the loop sees what is there now.
  }
  await rm(aside, { force: true });
}

async function take(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
