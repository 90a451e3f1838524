import type { Fetch } from '../transport/http.ts';

/** What the page gives to the service layer, so that it also runs in Node and in tests. */
export interface Environment {
  readonly fetch: Fetch;
  /** Storage and channels, such as `window`; without them a token is stored as with `cache="memory"`. */
  readonly browser?: Browser | undefined;
  /** BCP 47 tag of the language in which texts of the service are requested; the page may change it. Without one they are as in the records. */
  language?: string | undefined;
  /** State of the page that outlives an epoch. */
  readonly memory?: PageMemory;
  /** Called when a customer signs in or out on this page: it needs a new epoch. */
  readonly onCustomerChange?: () => void;
  readonly now?: () => number;
  /** Receives a line for each request when `logging` is set, and the diagnostics of misconfigurations. */
  readonly console?: Pick<Console, 'info' | 'error'>;
}

/** The parts of `window` that are used. */
export interface Browser {
  readonly localStorage: TextStorage;
  readonly sessionStorage: TextStorage;
  readonly indexedDB?: IDBFactory | undefined;
  readonly navigator?: {
    readonly locks?: Pick<LockManager, 'request'> | undefined;
    readonly onLine?: boolean | undefined;
  };
  readonly location?: { readonly origin: string };
  readonly addEventListener?: ((type: BrowserEvent, listener: () => void) => void) | undefined;
  readonly removeEventListener?: ((type: BrowserEvent, listener: () => void) => void) | undefined;
  readonly BroadcastChannel?: (new (name: string) => BroadcastChannel) | undefined;
}

export type BrowserEvent = 'pagehide' | 'online' | 'visibilitychange';

/** Synchronous storage of texts, such as `sessionStorage`. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** State of the page that outlives an epoch. */
export interface PageMemory {
  /** Of the newest call that changes the customer: an older one that is not complete is cancelled. */
  attempt?: object | undefined;
  /** The token record of a storage key, as JSON. */
  [slot: string]: unknown;
  /** A new object after each sign-out. */
  signOut?: object | undefined;
  /** Owner of the token of the page's first provider, where this is another one. */
  first?: string | false | undefined;
  /** The page has named a customer before. */
  hadCustomer?: boolean | undefined;
  /** Cancels the unfinished sign-in. */
  pending?: AbortController | undefined;
}
