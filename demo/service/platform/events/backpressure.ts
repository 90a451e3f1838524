/** Database work of deliveries, in two classes. */
export interface Backpressure {
  /** Begins a delivery: waits while as much other work is being done as `atOnce` allows. */
  begin<T>(work: () => Promise<T>): Promise<T>;
  /** Stores the result of a request: at once, before deliveries that wait to begin. */
  store<T>(work: () => Promise<T>): Promise<T>;
}

const AT_ONCE = 4;

/**
 * New deliveries begin only while few results are being stored. Otherwise each batch of jobs sends its requests together, their results
 * wait for database connections behind each other, and a process that is killed then has sent many whose result is not stored: all of
 * those are sent again.
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
