import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, KEYS, SECRET, type FreshDatabase } from '../support/database-fresh.ts';

interface Process {
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

describe.skipIf(!existsSync('/proc/self/stat'))('npm that is told to end', () => {
  let database: FreshDatabase;
  let folder: string;
  beforeEach(async () => {
    database = await freshDatabase();
    folder = mkdtempSync(join(tmpdir(), 'npm-signals-'));
    chmodSync(folder, 0o755); // for the account of the database
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true, force: true });
    await database.drop();
  });

  it.each([
    {
      words: ['start'],
      part: 'the shop',
      isRunning: (output: string) => output.includes('Stop with Ctrl+C'),
    },
    {
      words: ['test'],
      part: 'the browser of the element tests, the database of the others and their processes',
      own: true,
      isRunning: (_: string, all: readonly Process[]) =>
        ['--type=renderer', 'postgres', 'workers/forks.js'].every((text) =>
          all.some(({ command }) => command.includes(text)),
        ),
    },
  ])('ends $part', async ({ words, isRunning, own }) => {
    const npm = spawn('npm', words, {
      env: {
        ...process.env,
        DATABASE_URL: own ? '' : database.url,
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

    npm.kill('SIGTERM'); // of all processes npm alone
    const left = () =>
      [...processes().filter(({ id }) => started.has(id)), ...family(npm.pid!, folder)].map(
        ({ command }) => command,
      );
    await expect.poll(left, { timeout: 25_000, interval: 200 }).toEqual([]);
    expect(npm.exitCode ?? npm.signalCode).not.toBe(0);
  });
});
