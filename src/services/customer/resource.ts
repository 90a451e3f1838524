import { toLoyaltyError, type LoyaltyError } from '../transport/errors.ts';

/** The state of a value that is loaded asynchronously. A loaded value stays available while it is loaded again, and after a failure. */
export type ResourceState<T> =
  | { readonly status: 'initial'; readonly value?: undefined; readonly error?: undefined }
  | {
      readonly status: 'pending';
      readonly value?: T | undefined;
      /** The value is that of an earlier page: nothing may be decided by it. */
      readonly isSnapshot: boolean;
      readonly error?: undefined;
    }
  | { readonly status: 'complete'; readonly value: T; readonly error?: undefined }
  | { readonly status: 'error'; readonly error: LoyaltyError; readonly value?: T | undefined };

/** A value that is loaded once for all of its subscribers, when the first one subscribes. */
export interface Resource<T> {
  readonly state: ResourceState<T>;
  /** When the last load began, as `performance.now()`: what changed at the service since then may be missing. */
  readonly loadedAt: number;
  /** When the last load began or an action last set the value, as `performance.now()`. */
  readonly changedAt: number;
  /** Calls `listener` after each change; returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /** Loads again. Never rejects: a failure is a state. */
  refresh(): Promise<void>;
  /** Sets the value from the response of an action. The result of a load that is not complete is dropped. */
  set(value: T): void;
}

/**
 * @param snapshot the value of an earlier page, shown until the first load has ended
 * @param isLate whether the service shows writes late: then what an action sets is loaded again when it does
 */
export function createResource<T>(load: () => Promise<T>, snapshot?: T, isLate?: () => boolean): Resource<T> {
  const listeners = new Set<() => void>();
  let value = snapshot;
  let isSnapshot = snapshot !== undefined;
  let newest = 0;

  function update(state: ResourceState<T>): void {
    resource.state = state;
    for (const listener of listeners) listener();
  }

  function complete(loaded: T): void {
    value = loaded;
    isSnapshot = false;
    update({ status: 'complete', value: loaded });
  }

  async function refresh(): Promise<void> {
    const own = ++newest;
    resource.loadedAt = resource.changedAt = performance.now();
    update({ status: 'pending', value, isSnapshot });
    try {
      const loaded = await load();
      if (own === newest) complete(loaded); // a late response must not overwrite a newer one
    } catch (thrown) {
      if (own !== newest) return;
      if (isSnapshot) value = undefined; // it could not be checked
      isSnapshot = false;
      update({ status: 'error', error: toLoyaltyError(thrown), value });
    }
  }

  const resource: { -readonly [Key in keyof Resource<T>]: Resource<T>[Key] } = {
    state: { status: 'initial' },
    loadedAt: 0,
    changedAt: 0,
    subscribe(listener) {
      listeners.add(listener);
      if (resource.state.status === 'initial') void refresh();
      return () => void listeners.delete(listener);
    },
    refresh,
    set(loaded) {
      newest++;
      resource.changedAt = performance.now();
      complete(loaded);
      if (isLate?.()) void refresh();
    },
  };
  return resource;
}
