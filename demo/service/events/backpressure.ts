/** Limits how many deliveries begin, so that results of earlier ones are stored first. */
export interface Backpressure {
  /** Begins a delivery. Waits while `atOnce` or more calls of both functions are running. */
  begin<T>(work: () => Promise<T>): Promise<T>;
  /** Stores the result of a delivery without waiting, before other deliveries begin. */
  store<T>(work: () => Promise<T>): Promise<T>;
}

const AT_ONCE = 4;

/**
 * New deliveries begin only while few results are being stored. Otherwise the jobs of a batch would send their requests at the same time,
 * and their results would wait for database connections. If the process is killed then, every delivery without a stored result is sent
 * again.
 */
export function createBackpressure(atOnce = AT_ONCE): Backpressure {
  let running = 0;
  const waiting: (() => void)[] = [];

  async function run<T>(work: () => Promise<T>): Promise<T> {
    running++;
    try {
      return await work();
    } finally {
      running--;
      if (running < atOnce) waiting.shift()?.();
    }
  }

  return {
    async begin(work) {
      if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
      return await run(work);
    },
    store: run,
  };
}
