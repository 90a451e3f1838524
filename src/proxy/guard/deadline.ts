/** Aborts the work for a request when its time has passed, or when the client has closed the connection. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Called when the request is done. */
  clear(): void;
}

/** One timer for the whole request: reading it, getting a token, sending it to the service, reading the answer. */
export function createDeadline(totalMs: number, closed?: AbortSignal): Deadline {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, totalMs);
  if (closed?.aborted) abort();
  closed?.addEventListener('abort', abort);
  return {
    signal: controller.signal,
    clear() {
      clearTimeout(timer);
      closed?.removeEventListener('abort', abort);
    },
  };
}

/** Settles like the work, or rejects when the signal is aborted: for work that cannot be aborted itself. */
export function until<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
