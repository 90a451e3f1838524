import { spawn } from 'node:child_process';
import { once } from 'node:events';

const START_DEADLINE_MS = 120_000;

/** A Node process that runs until it is ended. */
export interface StartedProcess {
  readonly pid: number | undefined;
  /** The first group of what it printed when it was ready. */
  readonly ready: string;
  /** Everything it printed. */
  output(): string;
  /** What it wrote to stderr. */
  errors(): string;
  /** Ends it and waits for its end; answers its exit code, null after a kill. */
  end(signal?: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<number | null>;
}

interface Start {
  readonly env: NodeJS.ProcessEnv;
  /** Matches what it prints when it is ready. */
  readonly ready: RegExp;
  readonly cwd?: string | undefined;
}

/** Runs Node with these arguments. Rejects with the exit code and what was printed when it ends before it is ready. */
export async function startProcess(
  words: readonly string[],
  { env, ready, cwd }: Start,
): Promise<StartedProcess> {
  const child = spawn(process.execPath, words, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  // Not `close`: the service's database keeps the pipes open after a kill of the service.
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const found = await new Promise<string>((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(`${reason}\n${output}`));
    const timer = setTimeout(() => fail(`Not ready after ${START_DEADLINE_MS} ms`), START_DEADLINE_MS);
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const match = ready.exec(output);
      if (!match) return;
      clearTimeout(timer);
      resolve(match[1] ?? '');
    };
    child.stdout.on('data', read);
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
      read(chunk);
    });
    void ended.then(([code]) => {
      clearTimeout(timer);
      fail(`exit ${code}`);
    });
  });
  return {
    pid: child.pid,
    ready: found,
    output: () => output,
    errors: () => errors,
    async end(signal = 'SIGTERM') {
      child.kill(signal);
      return (await ended)[0];
    },
  };
}
