import { toLoyaltyError, type LoyaltyError } from '../transport/errors.ts';

/** The four words for a value that is on its way. A value once shown is kept while a newer one loads or fails to. */
export type ResourceState<T> =
  | { readonly status: 'initial'; readonly value?: undefined; readonly error?: undefined }
  | { readonly status: 'pending'; readonly value?: T | undefined; readonly error?: undefined }
  | { readonly status: 'complete'; readonly value: T; readonly error?: undefined }
  | { readonly status: 'error'; readonly error: LoyaltyError; readonly value?: T | undefined };

/** A value that loads with its first subscriber, however many follow. */
export interface Resource<T> {
  readonly state: ResourceState<T>;
  /** Calls `listener` after each change. Returns how to stop. */
  subscribe(listener: () => void): () => void;
  /** Loads again. Never rejects: a failure is a state. */
  refresh(): Promise<void>;
  /** Sets the value from the response of an action; a load under way is outdated by it. */
  set(value: T): void;
}

export function createResource<T>(load: () => Promise<T>): Resource<T> {
  const listeners = new Set<() => void>();
  let state: ResourceState<T> = { status: 'initial' };
  let value: T | undefined;
  let newest = 0;

  function become(next: ResourceState<T>): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function complete(loaded: T): void {
    newest++;
    value = loaded;
    become({ status: 'complete', value: loaded });
  }

  async function refresh(): Promise<void> {
    const own = ++newest;
    become({ status: 'pending', value });
    try {
      const loaded = await load();
      if (own === newest) complete(loaded); // newest wins: a late answer never overwrites a newer one
    } catch (thrown) {
      if (own === newest) become({ status: 'error', error: toLoyaltyError(thrown), value });
    }
  }

  return {
    get state() {
      return state;
    },
    subscribe(listener) {
      listeners.add(listener);
      if (state.status === 'initial') void refresh();
      return () => void listeners.delete(listener);
    },
    refresh,
    set: complete,
  };
}
