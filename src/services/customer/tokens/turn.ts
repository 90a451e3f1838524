import { LoyaltyError } from '../../transport/errors.ts';
import type { TokenRecord } from './cache.ts';
import type { Tabs } from './tabs.ts';

/** A tab that is at it says so this often. */
const BEAT_MS = 400;
/** Without a word for 1.5 s the tab before us is frozen, gone or of another kind: we go alone. */
const SILENCE_MS = 1_500;
/** Counted in steps: a page that was asleep itself has words waiting for it, which it hears between two steps. */
const SILENCE_STEPS = 5;
/** However much it says. */
const LONGEST_WAIT_MS = 10_000;

export interface Turn {
  readonly locks: Pick<LockManager, 'request'> | undefined;
  readonly name: string;
  readonly tabs: Tabs;
  readonly signal: AbortSignal;
  /** The record another tab tells, if it is one to use. */
  readonly told: (record: TokenRecord | undefined) => TokenRecord | undefined;
}

/**
 * Runs `work` alone among the browser's tabs, or hears its outcome from the tab that did it. Never takes a lock from its holder,
 * and never waits for one that is silent. `work` may keep its turn until something else is done.
 */
export function takeTurn(
  { locks, name, tabs, signal, told }: Turn,
  work: (keepTurn: (until: Promise<unknown>) => void) => Promise<TokenRecord>,
): Promise<TokenRecord> {
  return new Promise((resolve, reject) => {
    const waiting = new AbortController();
    let started = false;

    const stopListening = tabs.listen(({ record, failure }) => {
      const found = told(record);
      if (found) settle(() => resolve(found));
      else if (failure) settle(() => reject(failure));
      else silent = 0;
    });
    const leave = (): void => settle(() => reject(new LoyaltyError('aborted')));
    signal.addEventListener('abort', leave);
    const limit = setTimeout(goAlone, LONGEST_WAIT_MS);
    let silent = 0;
    const silence = setInterval(() => {
      if (++silent === SILENCE_STEPS) goAlone();
    }, SILENCE_MS / SILENCE_STEPS);

    function stopWaiting(): void {
      started = true;
      stopListening();
      clearInterval(silence);
      clearTimeout(limit);
    }
    /** Ends the wait with what another tab said, or with the epoch. */
    function settle(end: () => void): void {
      signal.removeEventListener('abort', leave);
      if (!started) {
        stopWaiting();
        waiting.abort();
      }
      end();
    }
    function goAlone(): void {
      if (started) return;
      stopWaiting();
      waiting.abort();
      void run();
    }

    async function run(): Promise<void> {
      const beats = setInterval(() => tabs.beat(), BEAT_MS);
      let kept: Promise<unknown> | undefined;
      tabs.beat();
      try {
        resolve(await work((until) => (kept = until)));
      } catch (error) {
        reject(error as Error);
      } finally {
        signal.removeEventListener('abort', leave);
        await kept;
        clearInterval(beats);
      }
    }

    if (signal.aborted) return leave();
    if (!locks) return goAlone();
    // In a promise: a sandboxed frame throws at once.
    void Promise.resolve()
      .then(() =>
        locks.request(name, { signal: waiting.signal }, async () => {
          if (started) return;
          stopWaiting();
          await run();
        }),
      )
      .catch(goAlone);
  });
}
