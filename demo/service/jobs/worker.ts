import { setTimeout as wait } from 'node:timers/promises';
import type PgBoss from 'pg-boss';
import type { JobSubjects, Queue } from './queues.ts';

/** A queue with the function that runs its jobs. A job whose function throws is retried later. */
export interface QueueHandler<Name extends Queue = Queue> {
  readonly queue: Name;
  /** A method, so that one list may hold handlers of several queues. */
  handle(subject: JobSubjects[Name]): Promise<void>;
}

/** A queue and its function, with the types of that queue. */
export const queueHandler = <Name extends Queue>(
  queue: Name,
  handle: (subject: JobSubjects[Name]) => Promise<void>,
): QueueHandler<Name> => ({ queue, handle });

export interface Pool {
  /** By urgency: jobs of the second queue wait while there are jobs of the first. */
  readonly queues: readonly QueueHandler[];
  /** Concurrent jobs. */
  readonly slots: number;
  /** A job that takes longer waits for another server: it frees its slot for the next job and continues beside it. */
  readonly slotTimeoutMs?: number;
}

export interface Worker {
  /** Runs jobs until none is due. Returns how many there were. */
  drain(): Promise<number>;
  /** Runs jobs until it is stopped. */
  start(): void;
  /** Looks for jobs now instead of at the end of its pause. */
  wake(): void;
  /** Fetches no more jobs, and waits for the running ones. */
  stop(): Promise<void>;
}

const IDLE_MS = 250;
/** Waits for more jobs to end after the first: one fetch for several of them costs less than this wait. */
const COLLECT_MS = 5;
/** Most running jobs, as a multiple of the slots: with those that took longer than `slotTimeoutMs`. */
const MAX_RUNNING_PER_SLOT = 5;

/** Fetches jobs and runs them. pg-boss locks the rows, so each job runs in one process at a time. */
export function createWorker(boss: PgBoss, pool: Pool, onError: (error: unknown) => void): Worker {
  /** The running jobs with their start times. */
  const running = new Map<Promise<void>, number>();
  let stopped = false;
  let loop: Promise<void> | undefined;
  let wake = () => {};
  let woken = false;

  async function run({ queue, handle }: QueueHandler, job: PgBoss.Job<JobSubjects[Queue]>): Promise<void> {
    try {
      await handle(job.data);
      await boss.complete(queue, job.id);
    } catch (error) {
      onError(error);
      // If that fails too, pg-boss retries the job after `expireInSeconds`.
      await boss.fail(queue, job.id, { message: String(error) }).catch(onError);
    }
  }

  function freeSlots(): number {
    const since = performance.now() - (pool.slotTimeoutMs ?? Infinity);
    const busy = [...running.values()].filter((began) => began >= since).length;
    return Math.min(pool.slots - busy, pool.slots * MAX_RUNNING_PER_SLOT - running.size);
  }

  /** Fills the free slots. Returns how many jobs there were. */
  async function take(): Promise<number> {
    let taken = 0;
    for (const handler of pool.queues) {
      const free = freeSlots();
      if (free <= 0) break;
      const jobs = await boss.fetch<JobSubjects[Queue]>(handler.queue, { batchSize: free });
      taken += jobs.length;
      for (const job of jobs) {
        const work: Promise<void> = run(handler, job).finally(() => running.delete(work));
        running.set(work, performance.now());
      }
    }
    return taken;
  }

  async function loopUntilStopped(): Promise<void> {
    while (!stopped) {
      const taken = await take().catch((error: unknown) => (onError(error), 0));
      if (freeSlots() <= 0) {
        await Promise.race([...running.keys(), ...(pool.slotTimeoutMs ? [wait(pool.slotTimeoutMs)] : [])]);
        await wait(COLLECT_MS);
      } else if (taken === 0) await pause();
    }
    await Promise.all(running.keys());
  }

  const pause = async () => {
    // `wake` may have been called while it fetched: the new job can be newer than the result of the fetch.
    if (!woken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, IDLE_MS);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    woken = false;
  };

  return {
    async drain() {
      let all = 0;
      for (;;) {
        const taken = await take();
        all += taken;
        if (running.size === 0 && taken === 0) return all;
        if (running.size > 0) await Promise.race(running.keys());
      }
    },
    start() {
      loop ??= loopUntilStopped();
    },
    wake() {
      woken = true;
      wake();
    },
    async stop() {
      stopped = true;
      wake();
      await loop;
    },
  };
}
