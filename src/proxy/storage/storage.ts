/** A place for short texts that end by themselves. Several instances of a proxy share one. */
export interface TextStore {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string, lifetimeMs: number): Promise<void>;
  /** Sets only where nothing is; whether it did. */
  add(key: string, value: string, lifetimeMs: number): Promise<boolean>;
  delete(key: string): Promise<void>;
}

/** How often something may be tried. */
export interface Limit {
  /** Names the counter: several have one store. */
  readonly name: string;
  readonly tries: number;
  readonly perSeconds: number;
}

export type Taken =
  | {
      readonly allowed: true;
      /** The try was a good one: it does not count. */
      giveBack(): Promise<void>;
    }
  | { readonly allowed: false; readonly waitMs: number };

export interface Counter {
  /** Counts a try before it is made, so that many at once cannot pass together. */
  take(key: string): Promise<Taken>;
}

/** Where sessions and counts are kept. */
export interface ProxyStorage {
  readonly texts: TextStore;
  counter(limit: Limit): Counter;
  /** Whether every instance sees the same: without it, limits hold per instance (and per isolate on an edge runtime). */
  readonly shared: boolean;
}
