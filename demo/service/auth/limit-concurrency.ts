import { Problem } from '../api/problem.ts';

interface ConcurrencyLimits {
  /** Calls that run concurrently. */
  readonly atOnce: number;
  /** Calls that wait beyond those; further ones are refused. */
  readonly waiting: number;
}

/** Limits the concurrency of expensive work, in order of the calls, to protect the processor. Throws 503 if too many wait. */
export function limitConcurrency({
  atOnce,
  waiting,
}: ConcurrencyLimits): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (running < atOnce) running++;
    else if (queue.length < waiting) await new Promise<void>((resolve) => queue.push(resolve));
    else throw new Problem(503, 'Too many sign-ins at the moment.', { headers: { 'Retry-After': '2' } });
    try {
      return await work();
    } finally {
      // The next waiting call takes the slot directly: a new call cannot overtake it.
      const next = queue.shift();
      if (next) next();
      else running--;
    }
  };
}
