import { Problem } from '../../api/problem.ts';

interface Bounds {
  /** Done side by side. */
  readonly atOnce: number;
  /** Waiting beyond those; who comes later is refused. */
  readonly waiting: number;
}

/** Runs costly work a few at a time, in order. Throws 503 where too many wait: a flood costs a bounded share of the processor. */
export function limitConcurrency({ atOnce, waiting }: Bounds): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (running < atOnce) running++;
    else if (queue.length < waiting) await new Promise<void>((resolve) => queue.push(resolve));
    else throw new Problem(503, 'Too many sign-ins at the moment.', { headers: { 'Retry-After': '2' } });
    try {
      return await work();
    } finally {
      // The place goes to the next one in the queue, without becoming free in between.
      const next = queue.shift();
      if (next) next();
      else running--;
    }
  };
}
