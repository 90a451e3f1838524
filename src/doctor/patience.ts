import type { Exchange, Recorder } from './recorded-fetch.ts';

export interface Patience {
  readonly recorder: Recorder;
  readonly pause: (ms: number) => Promise<void>;
  /** Gets a line while the doctor waits. */
  readonly note: (line: string) => void;
}

/** Longest wait for one `Retry-After`. */
const MAX_WAIT_MS = 70_000;
const MAX_WAITS = 3;
const DEFAULT_WAIT_MS = 5_000;

/**
 * Does `work`, and again after a wait where the service limited its requests. What was answered is not asked again. `work` has to connect
 * anew each time: a connection remembers that it was refused.
 */
export async function patiently<T>(
  { recorder, pause, note }: Patience,
  work: () => Promise<T>,
): Promise<{ result: T; exchanges: readonly Exchange[] }> {
  for (let waits = 0; ; waits++) {
    const done = await recorder.collect(work);
    const limited = done.exchanges.find(({ status }) => status === 429);
    if (!limited || waits === MAX_WAITS) return done;
    const seconds = Number(limited.headers.get('retry-after'));
    const waitMs = Math.min(seconds > 0 ? seconds * 1_000 : DEFAULT_WAIT_MS, MAX_WAIT_MS);
    note(`The service limits requests (status 429): waiting ${Math.ceil(waitMs / 1_000)} s.`);
    await pause(waitMs);
  }
}
