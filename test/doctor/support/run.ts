import { runDoctor } from '../../../src/doctor/command.ts';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly error: string;
  /** What it wrote, by the name of the file. */
  readonly files: ReadonlyMap<string, string>;
}

/** Runs the command in this process, with the real network. Files stay in memory. */
export async function run(
  given: readonly string[],
  env: Readonly<Record<string, string>> = {},
  pause: (ms: number) => Promise<void> = () => Promise.resolve(),
): Promise<Ran> {
  const files = new Map<string, string>();
  let out = '';
  let error = '';
  const code = await runDoctor(given, {
    env,
    out: (text) => (out += text),
    error: (text) => (error += text),
    fetch: (url, init) => fetch(url, init),
    pause,
    write: (file, text) => Boolean(files.set(file, text)),
  });
  return { code, out, error, files };
}
