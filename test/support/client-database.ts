import { setImmediate } from 'node:timers';

/** What a database does to the next transactions. */
export type DatabaseFault =
  'none' | 'refuses' | 'is full' | 'never answers' | 'answers late' | 'is killed before the end';

/** Longer than the service layer waits for its database. */
export const LATE_MS = 1_200;

export interface MemoryDatabase {
  readonly indexedDB: IDBFactory;
  /** What is stored: by database, then by key. A value is there when its transaction is complete. */
  readonly kept: Map<string, Map<string, unknown>>;
  fault: DatabaseFault;
  /** Key under which a value is stored: a twin stores those of several owners under one. */
  keyOf: (key: string) => string;
}

/**
 * The part of IndexedDB that the service layer uses, in memory: one store in each database, and one transaction at a time, which several
 * tabs share.
 */
export function memoryDatabase(): MemoryDatabase {
  const kept: MemoryDatabase['kept'] = new Map();
  let last: Promise<unknown> = Promise.resolve();
  const database: MemoryDatabase = {
    kept,
    fault: 'none',
    keyOf: (key) => key,
    // The tests use it as the browser's; the service layer calls nothing else of it.
    indexedDB: {
      open,
      databases: () => Promise.resolve([...kept.keys()].map((name) => ({ name }))),
    } as never,
  };

  function open(name: string): object {
    const opening: Record<string, unknown> = {};
    const answer = (): void => {
      if (database.fault === 'never answers') return;
      if (database.fault === 'refuses') {
        opening['error'] = new DOMException('refused', 'SecurityError');
        return call(opening['onerror']);
      }
      opening['result'] = { createObjectStore() {}, close() {}, transaction: () => transaction(name) };
      if (!kept.has(name)) {
        kept.set(name, new Map());
        call(opening['onupgradeneeded']);
      }
      call(opening['onsuccess']);
    };
    if (database.fault === 'answers late') setTimeout(answer, LATE_MS);
    else setImmediate(answer);
    return opening;
  }

  function transaction(name: string): object {
    const own: Record<string, unknown> = {};
    const changes: (() => void)[] = [];
    const stored = kept.get(name)!;
    let open = 0;
    const before = last;
    let end: () => void;
    last = new Promise<void>((resolve) => (end = resolve));
    const request = (work: () => unknown): object => {
      const asked: Record<string, unknown> = {};
      open++;
      void before.then(() => {
        asked['result'] = work();
        call(asked['onsuccess']);
        setImmediate(() => --open || finish());
      });
      return asked;
    };
    const finish = (): void => {
      end();
      if (database.fault === 'is killed before the end') return;
      if (database.fault === 'is full' && changes.length) {
        own['error'] = new DOMException('full', 'QuotaExceededError');
        return call(own['onabort']);
      }
      changes.forEach((change) => change());
      call(own['oncomplete']);
    };
    own['objectStore'] = () => ({
      get: (key: string) => request(() => structuredClone(stored.get(database.keyOf(key)))),
      getAllKeys: () => request(() => [...stored.keys()]),
      put: (value: unknown, key: string) =>
        request(() => void changes.push(() => stored.set(database.keyOf(key), structuredClone(value)))),
      delete: (key: string) => request(() => void changes.push(() => stored.delete(database.keyOf(key)))),
    });
    return own;
  }

  return database;
}

const call = (listener: unknown): void => {
  if (typeof listener === 'function') listener();
};
