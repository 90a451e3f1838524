import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';

const START_DEADLINE_MS = 120_000;

/** A process that runs until `end()`. */
export interface StartedProcess {
  readonly pid: number | undefined;
  /** The first group of the `ready` pattern. */
  readonly ready: string;
  /** All output, stderr included. */
  output(): string;
  /** Output on stderr. */
  errors(): string;
  /** Its exit code, when it has ended; null after a kill. */
  readonly ended: Promise<number | null>;
  /** Ends the process, and resolves with its exit code; null after a kill. */
  end(signal?: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<number | null>;
}

interface Start {
  readonly env: NodeJS.ProcessEnv;
  /** Matches the output of a process that is ready. */
  readonly ready: RegExp;
  readonly cwd?: string | undefined;
  /** Node, where it is not given. */
  readonly program?: string;
}

/** Runs a program with these arguments. Rejects with exit code and output if the process ends before it is ready. */
export async function startProcess(
  args: readonly string[],
  { env, ready, cwd, program = process.execPath }: Start,
): Promise<StartedProcess> {
  const child = spawn(program, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  endWithTest(child);
  let output = '';
  let errors = '';
  // Not `close`: after a kill of the service its database process keeps the pipes open.
  const ended = once(child, 'exit').then(([code]) => code as number | null);
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
    void ended.then((code) => {
      clearTimeout(timer);
      fail(`exit ${code}`);
    });
  });
  return {
    pid: child.pid,
    ready: found,
    output: () => output,
    errors: () => errors,
    ended,
    end(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}

/** A test that fails before its last line leaves no process behind. */
function endWithTest(child: ChildProcess): void {
  try {
    onTestFinished(() => void child.kill('SIGKILL'));
  } catch {
    // Started by a hook, for several tests: `afterAll` ends it.
  }
}
