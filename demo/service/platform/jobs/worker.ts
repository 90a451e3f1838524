import { setTimeout as wait } from 'node:timers/promises';
import type PgBoss from 'pg-boss';
import type { Queue } from './queues.ts';

/** Does the work of one job. What it throws puts the job back, to be tried again later. */
export type Handler = (subject: never) => Promise<void>;

export interface Pool {
  /** The most urgent first: a job of the second waits while there is one of the first. */
  readonly queues: readonly (readonly [Queue, Handler])[];
  /** Jobs at the same time. */
  readonly slots: number;
  /** A job that takes longer than this only waits for somebody outside, and leaves its slot to another one. */
  readonly slotTimeoutMs?: number;
}

export interface Worker {
  /** Works until there is nothing left that is due; answers how many jobs there were. */
  drain(): Promise<number>;
  /** Keeps working. */
  start(): void;
  /** There is something to do: looks now, not at the end of its rest. */
  wake(): void;
  /** Takes no more jobs, and waits for those it has. */
  stop(): Promise<void>;
}

const IDLE_MS = 250;
/** Jobs that end together are replaced together: looking for the next ones costs more than this wait. */
const GATHER_MS = 5;
/** Times the slots: so many jobs there are with those that only wait. */
const MOST = 5;

/** Takes jobs and runs them, each by one process at a time: pg-boss locks what it hands out. */
export function createWorker(boss: PgBoss, pool: Pool, onError: (error: unknown) => void): Worker {
  /** With the moment each began. */
  const running = new Map<Promise<void>, number>();
  let stopped = false;
  let loop: Promise<void> | undefined;
  let wake = () => {};
  let woken = false;

  async function run(queue: Queue, handle: Handler, job: PgBoss.Job): Promise<void> {
    try {
      await handle(job.data as never);
      await boss.complete(queue, job.id);
    } catch (error) {
      onError(error);
      // Where even that fails, the job is put back once its time is up.
      await boss.fail(queue, job.id, { message: String(error) }).catch(onError);
    }
  }

  function freeSlots(): number {
    const young = performance.now() - (pool.slotTimeoutMs ?? Infinity);
    const busy = [...running.values()].filter((began) => began >= young).length;
    return Math.min(pool.slots - busy, pool.slots * MOST - running.size);
  }

  /** Fills the free slots; answers how many jobs there were. */
  async function take(): Promise<number> {
    let taken = 0;
    for (const [queue, handle] of pool.queues) {
      const free = freeSlots();
      if (free <= 0) break;
      const jobs = await boss.fetch<object>(queue, { batchSize: free });
      taken += jobs.length;
      for (const job of jobs) {
        const work: Promise<void> = run(queue, handle, job).finally(() => running.delete(work));
        running.set(work, performance.now());
      }
    }
    return taken;
  }

  async function keepWorking(): Promise<void> {
    while (!stopped) {
      const taken = await take().catch((error: unknown) => (onError(error), 0));
      if (freeSlots() <= 0) {
        await Promise.race([...running.keys(), ...(pool.slotTimeoutMs ? [wait(pool.slotTimeoutMs)] : [])]);
        await wait(GATHER_MS);
      } else if (taken === 0) await rest();
    }
    await Promise.all(running.keys());
  }

  const rest = async () => {
    // Woken while it looked: what it was woken for may be newer than what it saw.
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
      loop ??= keepWorking();
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
