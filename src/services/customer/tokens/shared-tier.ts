import { attempt, type Browser } from '../browser.ts';
import type { TokenRecord } from './cache.ts';
import { readToken } from './tabs.ts';

// IndexedDB, because of all storage it alone shows a tab what another one wrote before it gave its lock away: `localStorage` lags
// behind in other processes. Everything here has a deadline; without an answer the page goes on from its own memory.

const DATABASE = 'loyalty-elements';
const STORE = 'tokens';
/** Counts sign-outs: what was fetched before one is not stored after it. */
const GENERATION = 'generation';
const DEADLINE_MS = 300;

export interface SharedTier {
  /** `undefined` where the database does not answer in time. */
  read(): Promise<{ readonly record: TokenRecord | undefined; readonly generation: number } | undefined>;
  /** Stores the record unless somebody has signed out since `generation` was read. Fulfilled in any case, in time. */
  commit(record: TokenRecord, generation: number | undefined): Promise<void>;
  close(): void;
}

/** The customer's record that all tabs share. Opening begins at once. */
export function openSharedTier(browser: Browser | undefined, owner: string): SharedTier {
  const opened = inTime(open(attempt(() => browser?.indexedDB)));
  return {
    read: () =>
      inTime(
        opened.then(async (database) => {
          if (!database) return undefined;
          const store = database.transaction(STORE).objectStore(STORE);
          const [record, generation] = await Promise.all([
            answer(store.get(owner)),
            answer(store.get(GENERATION)),
          ]);
          return { record: readToken(record), generation: count(generation) };
        }),
      ),
    async commit(record, generation = 0) {
      await inTime(
        opened.then(
          (database) =>
            database &&
            change(database, async (store) => {
              if (count(await answer(store.get(GENERATION))) !== generation) return;
              store.clear(); // of the customer before nothing is left
              store.put(generation, GENERATION);
              store.put(readToken(record), owner);
            }),
        ),
      );
    },
    close() {
      void opened.then((database) => database?.close());
    },
  };
}

/** Empties what the tabs share, and lets nothing in that was fetched before. */
export async function clearSharedTier(indexedDB: IDBFactory): Promise<void> {
  const database = await open(indexedDB);
  try {
    await change(database, async (store) => {
      const generation = count(await answer(store.get(GENERATION)));
      store.clear();
      store.put(generation + 1, GENERATION);
    });
  } finally {
    database.close();
  }
}

function open(indexedDB: IDBFactory | undefined): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB!.open(DATABASE, 1);
    opening.onupgradeneeded = () => void opening.result.createObjectStore(STORE);
    opening.onsuccess = () => {
      const database = opening.result;
      // Another tab wants to delete or change it: an open connection would hold that up.
      database.onversionchange = () => database.close();
      resolve(database);
    };
    opening.onerror = opening.onblocked = () => reject(opening.error ?? new Error('blocked'));
  });
}

/** Reads and writes as one: nobody comes between. `work` waits for nothing but this store. */
function change(database: IDBDatabase, work: (store: IDBObjectStore) => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, 'readwrite');
    transaction.oncomplete = () => resolve();
    transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error('aborted'));
    work(transaction.objectStore(STORE)).catch(reject);
  });
}

const count = (value: unknown): number => (Number.isSafeInteger(value) ? (value as number) : 0);

function answer(request: IDBRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('failed'));
  });
}

/** The result if it comes in time; `undefined` if it fails or does not. */
function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, DEADLINE_MS);
    work.then(resolve, () => resolve(undefined)).finally(() => clearTimeout(timer));
  });
}
