import type { Posted } from './post.ts';

/** Concurrent requests to a receiver without a reply so far, or whose last reply was slow. */
const SLOW_CONCURRENCY = 5;
const SLOW_MS = 2_000;
/** A receiver whose oldest request takes longer counts as slow. Waiting for its timeout would block the slots of others. */
const SLOW_AFTER_MS = 1_000;
const MIN_WAIT_MS = 500;
/** Each postponed request makes the next one wait longer, because each attempt costs a job. */
const WAIT_STEP_MS = 50;
const MAX_WAIT_MS = 60_000;

/** Limits the concurrent requests to each receiver, so that one without replies does not occupy all slots. */
export interface ReceiverLimits {
  /** A slot for one more request to the receiver, or the milliseconds by which to postpone it. */
  acquire(receiver: string): ReceiverSlot | number;
}

export interface ReceiverSlot {
  /** Ends the request with its result; undefined if it was not sent. */
  release(posted: Posted | undefined): void;
}

export function createReceiverLimits(clock: () => number = () => performance.now()): ReceiverLimits {
  /** Requests without a reply so far, oldest first. */
  const running = new Map<string, Set<{ readonly began: number }>>();
  const fast = new Set<string>();
  const postponed = new Map<string, number>();

  function begin(receiver: string): ReceiverSlot {
    const request = { began: clock() };
    const waiting = running.get(receiver) ?? new Set();
    running.set(receiver, waiting.add(request));
    return {
      release(posted) {
        waiting.delete(request);
        if (waiting.size === 0) running.delete(receiver);
        if (posted && posted.status !== null && posted.durationMs < SLOW_MS) {
          fast.add(receiver);
          postponed.delete(receiver);
        } else fast.delete(receiver);
      },
    };
  }

  return {
    acquire(receiver) {
      const waiting = running.get(receiver);
      const [oldest] = waiting ?? [];
      const isSlow = oldest !== undefined && clock() - oldest.began > SLOW_AFTER_MS;
      if (!waiting || waiting.size < SLOW_CONCURRENCY || (fast.has(receiver) && !isSlow))
        return begin(receiver);
      const times = postponed.get(receiver) ?? 0;
      postponed.set(receiver, times + 1);
      return Math.min(MIN_WAIT_MS + times * WAIT_STEP_MS, MAX_WAIT_MS);
    },
  };
}
