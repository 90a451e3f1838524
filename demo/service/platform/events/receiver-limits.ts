import type { Posted } from './post.ts';

/** Requests at the same time to a receiver that we do not know yet, or that was slow the last time. */
const FEW = 5;
const SLOW_MS = 2_000;
/** A quick receiver whose oldest request waits for so long is not quick any more: its time-out would tell us much later. */
const HANGING_MS = 1_000;
const SHORT_WAIT_MS = 500;
/** Each that was put off makes the next one wait longer: looking again costs too. */
const MORE_WAIT_MS = 50;
const LONGEST_WAIT_MS = 60_000;

/** Sees to it that one receiver that does not answer leaves room for all others. */
export interface ReceiverLimits {
  /** A turn where there is room for one more request to the receiver, otherwise the milliseconds to put it off. */
  take(receiver: string): ReceiverSlot | number;
}

export interface ReceiverSlot {
  /** Says what came of it; nothing where the request was never made. */
  release(posted: Posted | undefined): void;
}

export function createReceiverLimits(clock: () => number = () => performance.now()): ReceiverLimits {
  /** The requests that have no answer yet, the oldest first. */
  const running = new Map<string, Set<{ readonly began: number }>>();
  const quick = new Set<string>();
  const putOff = new Map<string, number>();

  function begin(receiver: string): ReceiverSlot {
    const request = { began: clock() };
    const waiting = running.get(receiver) ?? new Set();
    running.set(receiver, waiting.add(request));
    return {
      release(posted) {
        waiting.delete(request);
        if (waiting.size === 0) running.delete(receiver);
        if (posted && posted.status !== null && posted.durationMs < SLOW_MS) {
          quick.add(receiver);
          putOff.delete(receiver);
        } else quick.delete(receiver);
      },
    };
  }

  return {
    take(receiver) {
      const waiting = running.get(receiver);
      const [oldest] = waiting ?? [];
      const hangs = oldest !== undefined && clock() - oldest.began > HANGING_MS;
      if (!waiting || waiting.size < FEW || (quick.has(receiver) && !hangs)) return begin(receiver);
      const times = putOff.get(receiver) ?? 0;
      putOff.set(receiver, times + 1);
      return Math.min(SHORT_WAIT_MS + times * MORE_WAIT_MS, LONGEST_WAIT_MS);
    },
  };
}
