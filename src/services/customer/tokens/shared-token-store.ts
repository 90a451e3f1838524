import type { TokenRecord } from '../../transport/tokens.ts';
import type { Browser } from '../environment.ts';
import { valueOrUndefined } from '../../transport/value-or-undefined.ts';
import { readToken } from './tab-channel.ts';

// The token that all tabs share, in IndexedDB: a transaction that is complete before a tab releases the Web Lock is visible to the next
// tab. `localStorage` of another process can still show the old value then. Every access has a deadline; without an answer in time the
// page continues with its own memory.

const DATABASE = 'loyalty-elements';
const STORE = 'tokens';
/** Counts sign-outs: a token that was requested before one is not stored after it. */
const GENERATION = 'generation';
const DEADLINE_MS = 300;

export interface SharedTokenStore {
  /** `undefined` where the database does not answer in time. */
  read(): Promise<{ readonly record: TokenRecord | undefined; readonly generation: number } | undefined>;
  /** Stores the record unless a sign-out happened since `generation` was read. Always resolves before the deadline. */
  save(record: TokenRecord, generation: number | undefined): Promise<void>;
  close(): void;
}

/** Opens the store of a customer; does not wait for the database. */
export function openSharedTokenStore(browser: Browser | undefined, owner: string): SharedTokenStore {
  const opening = open(valueOrUndefined(() => browser?.indexedDB));
  const opened = inTime(opening);
  return {
    read: () =>
      inTime(
        opened.then(async (database) => {
          if (!database) return undefined;
          const store = database.transaction(STORE).objectStore(STORE);
          const [record, generation] = await Promise.all([
            resultOf(store.get(owner)),
            resultOf(store.get(GENERATION)),
          ]);
          return { record: readToken(record), generation: countOf(generation) };
        }),
      ),
    async save(record, generation) {
      // Also by a database that opens too late for the page: the token of a previous customer does not stay.
      await inTime(
        opening.then((database) =>
          change(database, async (store) => {
            const current = countOf(await resultOf(store.get(GENERATION)));
            if (generation !== undefined && current !== generation) return;
            store.clear(); // removes the token of a previous customer
            store.put(current, GENERATION);
            // Not known: whether a sign-out happened since the token was requested.
            if (generation !== undefined || current === 0) store.put(readToken(record), owner);
          }),
        ),
      );
    },
    close() {
      void opening.then(
        (database) => database.close(),
        () => {},
      );
    },
  };
}

/** Removes the shared token. Tabs that requested a token before this cannot store it any more. */
export async function clearSharedTokens(indexedDB: IDBFactory): Promise<void> {
  const database = await open(indexedDB);
  try {
    await change(database, async (store) => {
      const generation = countOf(await resultOf(store.get(GENERATION)));
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
      // Another tab wants to delete or upgrade the database, which waits for open connections.
      database.onversionchange = () => database.close();
      resolve(database);
    };
    opening.onerror = opening.onblocked = () => reject(opening.error ?? new Error('blocked'));
  });
}

/** Reads and writes in one transaction, which excludes other tabs. `work` may await requests of this store only. */
function change(database: IDBDatabase, work: (store: IDBObjectStore) => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, 'readwrite');
    transaction.oncomplete = () => resolve();
    transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error('aborted'));
    work(transaction.objectStore(STORE)).catch(reject);
  });
}

const countOf = (value: unknown): number => (Number.isSafeInteger(value) ? (value as number) : 0);

function resultOf(request: IDBRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('failed'));
  });
}

/** The result of `work`; `undefined` where it fails or exceeds the deadline. */
function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, DEADLINE_MS);
    work.then(resolve, () => resolve(undefined)).finally(() => clearTimeout(timer));
  });
}
