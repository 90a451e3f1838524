/** What a browser gives to a page: where things are kept, and how its tabs find each other. `window` is one. */
export interface Browser {
  readonly localStorage: TextStorage;
  readonly sessionStorage: TextStorage;
  readonly indexedDB?: IDBFactory | undefined;
  readonly navigator?: {
    readonly locks?: Pick<LockManager, 'request'> | undefined;
    readonly onLine?: boolean | undefined;
  };
  readonly location?: { readonly origin: string };
  readonly BroadcastChannel?: (new (name: string) => BroadcastChannel) | undefined;
}

/** A synchronous place for text, such as `sessionStorage`. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The result of `work`; `undefined` where it throws, as a look at storage does in a sandboxed frame. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
