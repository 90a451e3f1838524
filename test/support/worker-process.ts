import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';

/** A process that only runs jobs. */
export interface WorkerProcess {
  kill(): Promise<void>;
  end(): Promise<number | null>;
}

/** Starts a worker. Resolves when it runs jobs. */
export async function startWorkerProcess(
  databaseUrl: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<WorkerProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'demo/service/jobs/main.ts'], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      ALLOW_PRIVATE_WEBHOOKS: '1',
      MAINTENANCE_SECONDS: '1',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Ends the process after a failed test, too.
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit') as Promise<[number | null]>;
  await Promise.race([
    once(child.stdout, 'data'),
    ended.then(([code]) => {
      throw new Error(`The worker ended with ${code}.`);
    }),
  ]);
  const finish = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal);
    return (await ended)[0];
  };
  return { kill: async () => void (await finish('SIGKILL')), end: () => finish('SIGTERM') };
}
