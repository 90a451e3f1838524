import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { freshDatabase, KEYS, SECRET } from './database-fresh.ts';

export interface Process {
  readonly id: number;
  readonly parent: number;
  readonly command: string;
}

/** Every process of this machine, without those that have ended and wait for their parent. */
function processes(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [, state, parent] = /^\d+ \(.*\) (\S) (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))!;
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return state === 'Z' ? [] : [{ id: Number(name), parent: Number(parent), command }];
      } catch {
        return []; // it has ended since
      }
    });
}

/** A process and what it started, and what works in a folder: a database has a parent of its own. */
function family(id: number, folder: string): Process[] {
  const all = processes();
  const found = all.filter((one) => one.id === id || one.command.includes(folder));
  for (const one of found)
    found.push(...all.filter((other) => other.parent === one.id && !found.includes(other)));
  return found;
}

/** What `expectNpmToEnd` runs. */
export interface NpmRun {
  /** `npm start` or `npm test`. */
  readonly command: 'start' | 'test';
  /** Whether it starts a database of its own. */
  readonly ownDatabase?: boolean;
  /** Whether everything runs that has to end, by the output and all processes. */
  readonly isRunning: (output: string, all: readonly Process[]) => boolean;
}

/** Ends npm alone, of all processes that it has started, and waits until none is left. */
export async function expectNpmToEnd({ command, ownDatabase = false, isRunning }: NpmRun): Promise<void> {
  const database = await freshDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'npm-signals-'));
  chmodSync(folder, 0o755); // for the account of the database
  try {
    const npm = spawn('npm', [command], {
      env: {
        ...process.env,
        DATABASE_URL: ownDatabase ? '' : database.url,
        SHOP_SECRET: SECRET,
        SERVICE_KEYS: KEYS,
        PORT: '0',
        TMPDIR: folder,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [npm.stdout, npm.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const started = new Set<number>();
    await expect
      .poll(
        () => {
          const all = family(npm.pid!, folder);
          for (const { id } of all) started.add(id);
          return isRunning(output, all) ? 'running' : output;
        },
        { timeout: 240_000, interval: 200 },
      )
      .toBe('running');

    npm.kill('SIGTERM');
    const left = () =>
      [...processes().filter(({ id }) => started.has(id)), ...family(npm.pid!, folder)].map(
        (one) => one.command,
      );
    await expect.poll(left, { timeout: 25_000, interval: 200 }).toEqual([]);
    expect(npm.exitCode ?? npm.signalCode).not.toBe(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await database.drop();
  }
}
