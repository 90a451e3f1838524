import type { Posted } from './post.ts';

/** Requests at the same time to a receiver that we do not know yet, or that was slow the last time. */
const FEW = 5;
const SLOW_MS = 2_000;
const SHORT_WAIT_MS = 500;
/** Each that was put off makes the next one wait longer: looking again costs too. */
const MORE_WAIT_MS = 50;
const LONGEST_WAIT_MS = 60_000;

/** Sees to it that one receiver that does not answer leaves room for all others. */
export interface Turns {
  /** 0 where there is room for one more request to the receiver, otherwise the milliseconds to put it off. */
  take(receiver: string): number;
  giveBack(receiver: string, posted: Posted | undefined): void;
}

export function createTurns(): Turns {
  const running = new Map<string, number>();
  const quick = new Set<string>();
  const putOff = new Map<string, number>();
  return {
    take(receiver) {
      const now = running.get(receiver) ?? 0;
      if (now < FEW || quick.has(receiver)) {
        running.set(receiver, now + 1);
        return 0;
      }
      const times = putOff.get(receiver) ?? 0;
      putOff.set(receiver, times + 1);
      return Math.min(SHORT_WAIT_MS + times * MORE_WAIT_MS, LONGEST_WAIT_MS);
    },
    giveBack(receiver, posted) {
      const left = (running.get(receiver) ?? 1) - 1;
      if (left > 0) running.set(receiver, left);
      else running.delete(receiver);
      if (posted && posted.status !== null && posted.durationMs < SLOW_MS) {
        quick.add(receiver);
        putOff.delete(receiver);
      } else quick.delete(receiver);
    },
  };
}
