import { toLoyaltyError, type LoyaltyError } from './errors.ts';

/** The four words for a value that is on its way. A value once shown is kept while a newer one loads or fails to. */
export type ResourceState<T> =
  | { readonly status: 'initial' }
  | { readonly status: 'pending'; readonly value?: T | undefined }
  | { readonly status: 'complete'; readonly value: T }
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
  let sequence = 0;

  const shown = () => ('value' in state ? state.value : undefined);

  function become(next: ResourceState<T>): void {
    state = next;
    for (const listener of listeners) listener();
  }

  async function refresh(): Promise<void> {
    const own = ++sequence;
    become({ status: 'pending', value: shown() });
    let next: ResourceState<T>;
    try {
      next = { status: 'complete', value: await load() };
    } catch (thrown) {
      next = { status: 'error', error: toLoyaltyError(thrown), value: shown() };
    }
    if (own === sequence) become(next); // newest wins: a late answer never overwrites a newer one
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
    set(value) {
      sequence++;
      become({ status: 'complete', value });
    },
  };
}
