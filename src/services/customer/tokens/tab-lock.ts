import { LoyaltyError } from '../../transport/errors.ts';
import type { TokenRecord } from '../../transport/tokens.ts';
import type { TabChannel } from './tab-channel.ts';

/** Interval of the heartbeat that the tab with the lock sends. */
const HEARTBEAT_MS = 400;
/** Without a message for this long, the tab with the lock is frozen, closed or of another version: this tab no longer waits for it. */
const HEARTBEAT_TIMEOUT_MS = 1_500;
/**
 * The timeout is counted in steps. When this tab was suspended itself, the heartbeats of the meantime arrive between two steps, and a single
 * timer would fire before them.
 */
const TIMEOUT_STEPS = 5;
/** Longest wait for a tab that sends heartbeats. */
const MAX_WAIT_MS = 10_000;

export interface TabLockOptions {
  readonly locks: Pick<LockManager, 'request'> | undefined;
  readonly name: string;
  readonly channel: TabChannel;
  readonly signal: AbortSignal;
  /** The record of another tab, where it can be used. */
  readonly usable: (record: TokenRecord | undefined) => TokenRecord | undefined;
}

/**
 * Runs `work` under a Web Lock, so that one tab at a time does it, or gives the result that the tab with the lock broadcasts. A lock is
 * never stolen. Without locks, or when the holder does not answer in time, `work` runs without the lock.
 *
 * @param work may hold the lock longer than its result takes, with `holdLock`
 */
export function withTabLock(
  { locks, name, channel, signal, usable }: TabLockOptions,
  work: (holdLock: (until: Promise<unknown>) => void) => Promise<TokenRecord>,
): Promise<TokenRecord> {
  return new Promise((resolve, reject) => {
    const waiting = new AbortController();
    let isStarted = false;

    const stopListening = channel.listen(({ record, failure }) => {
      const found = usable(record);
      if (found) settle(() => resolve(found));
      else if (failure) settle(() => reject(failure));
      else missedSteps = 0;
    });
    const abort = (): void => settle(() => reject(new LoyaltyError('aborted')));
    signal.addEventListener('abort', abort);
    const limit = setTimeout(runWithoutLock, MAX_WAIT_MS);
    let missedSteps = 0;
    const timeout = setInterval(() => {
      if (++missedSteps === TIMEOUT_STEPS) runWithoutLock();
    }, HEARTBEAT_TIMEOUT_MS / TIMEOUT_STEPS);

    function stopWaiting(): void {
      isStarted = true;
      stopListening();
      clearInterval(timeout);
      clearTimeout(limit);
    }
    /** Ends the wait with the result of another tab, or because the epoch ended. */
    function settle(end: () => void): void {
      signal.removeEventListener('abort', abort);
      if (!isStarted) {
        stopWaiting();
        waiting.abort();
      }
      end();
    }
    function runWithoutLock(): void {
      if (isStarted) return;
      stopWaiting();
      waiting.abort();
      void run();
    }

    async function run(): Promise<void> {
      const heartbeat = setInterval(() => channel.sendHeartbeat(), HEARTBEAT_MS);
      let held: Promise<unknown> | undefined;
      channel.sendHeartbeat();
      try {
        resolve(await work((until) => (held = until)));
      } catch (error) {
        reject(error as Error);
      } finally {
        signal.removeEventListener('abort', abort);
        await held;
        clearInterval(heartbeat);
      }
    }

    if (signal.aborted) return abort();
    if (!locks) return runWithoutLock();
    // `request` throws synchronously in a sandboxed frame: inside the promise that is a rejection.
    void Promise.resolve()
      .then(() =>
        locks.request(name, { signal: waiting.signal }, async () => {
          if (isStarted) return;
          stopWaiting();
          await run();
        }),
      )
      .catch(runWithoutLock);
  });
}
