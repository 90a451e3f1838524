import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

export interface Ended {
  /** Null after a kill. */
  readonly code: number | null;
  /** The summary. */
  readonly printed: string;
  /** Bar and problems. */
  readonly said: string;
}

/** Starts `npm run import` as a person would; `until` is asked after everything it says, until it has sent a signal. */
export async function importFile(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  until: (said: string, child: ChildProcess) => void = () => {},
): Promise<Ended> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'demo/import/command.ts', ...words], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  let printed = '';
  child.stdout.on('data', (text: Buffer) => (printed += text.toString()));
  child.stderr.on('data', (text: Buffer) => {
    said += text.toString();
    if (!child.killed) until(said, child);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, printed, said };
}
