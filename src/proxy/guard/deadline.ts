/** Ends what a request waits for: when its time is up, or when nobody waits for the answer any more. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** The request is done. */
  clear(): void;
}

/** One timer for the whole request: reading it, finding a token, asking the service, reading its answer. */
export function createDeadline(totalMs: number, gone?: AbortSignal): Deadline {
  const controller = new AbortController();
  const end = () => controller.abort();
  const timer = setTimeout(end, totalMs);
  if (gone?.aborted) end();
  gone?.addEventListener('abort', end);
  return {
    signal: controller.signal,
    clear() {
      clearTimeout(timer);
      gone?.removeEventListener('abort', end);
    },
  };
}

/** Settles as the work does, or rejects when the signal ends: for work that cannot be ended itself. */
export function until<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason as Error);
    if (signal.aborted) end();
    signal.addEventListener('abort', end);
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}
