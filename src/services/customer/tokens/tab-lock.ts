import { LoyaltyError } from '../../transport/errors.ts';
import type { TokenRecord } from '../../transport/tokens.ts';
import type { TabChannel } from './tab-channel.ts';

/** Interval of the heartbeat that the tab with the lock sends. */
const HEARTBEAT_MS = 400;
/** After this time without a message, this tab does not wait any longer: the tab with the lock is frozen, closed or of another version. */
const HEARTBEAT_TIMEOUT_MS = 1_500;
/**
 * The timeout is counted in steps. If this tab itself was suspended, the missed heartbeats arrive between two steps; a single timer
 * would fire before them.
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
  /** The record of this browser's storage, where it can be used. */
  readonly stored: () => TokenRecord | undefined;
}

/** Sends heartbeats to the tabs that wait for the lock. Returns a function that ends them. */
export function startHeartbeat(channel: TabChannel): () => void {
  const heartbeat = setInterval(() => channel.sendHeartbeat(), HEARTBEAT_MS);
  channel.sendHeartbeat();
  return () => clearInterval(heartbeat);
}

/**
 * Runs `work` under a Web Lock, so that one tab at a time does it, or resolves to the result that the tab with the lock broadcasts. The lock
 * is never taken from another tab. Without locks, or when the holder does not answer in time, `work` runs without the lock.
 *
 * @param work can hold the lock after it has resolved, until the promise that it passes to `holdLock` is settled
 */
export function withTabLock(
  { locks, name, channel, signal, usable, stored }: TabLockOptions,
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
      const found = stored(); // a tab stores its first token a moment before it broadcasts it
      if (found) settle(() => resolve(found));
      else if (++missedSteps === TIMEOUT_STEPS) runWithoutLock();
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
      const stopHeartbeat = startHeartbeat(channel);
      let held: Promise<unknown> | undefined;
      try {
        resolve(await work((until) => (held = until)));
      } catch (error) {
        reject(error as Error);
      } finally {
        signal.removeEventListener('abort', abort);
        await held;
        stopHeartbeat();
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
