import { integer, record, text } from '../../transport/read.ts';
import { readEach } from '../../transport/read-records.ts';
import { valueOrUndefined, type Browser } from '../environment.ts';
import { EDITS_DATABASE } from './device.ts';

// Edits of lists in IndexedDB, a record for each owner. Transactions exclude those of other tabs, and a complete one survives a killed browser; `localStorage` loses what was written in the seconds before (decision 0250).

const STORE = 'edits';
/** A database that does not answer by then stores nothing. */
const DEADLINE_MS = 1_000;
/** Bounds what is stored for one owner. */
const MAX_EDITS = 200;

/** A product to be saved on a list, or removed from it. */
export interface ListEdit {
  /** Handle of the list. */
  readonly list: string;
  readonly productId: string;
  /** Whether it is saved; otherwise removed. */
  readonly save: boolean;
  /** Details as the page gives them. Not validated. */
  readonly product?: unknown;
  /** Number of pieces that are wanted, and the owner's note, of a product that is put back on a registry. */
  readonly quantity?: number | undefined;
  readonly note?: string | undefined;
  /** Removed together with its reservations. */
  readonly isConfirmed?: boolean;
}

export interface StoredEdit extends ListEdit {
  /** Another one for each edit: idempotency key of the request. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Address of the page, for relative addresses of the product. */
  readonly page?: string | undefined;
}

/** The edits of one owner: a profile, or the guests of this browser, at one shop. */
export interface StoredEdits {
  readonly owner: string;
  /** Stores an edit in place of an earlier one of the same product; `false` where the browser does not store it. */
  put(edit: StoredEdit): Promise<boolean>;
  /** Removes an edit, unless a later one has replaced it: then `false`. */
  remove(edit: StoredEdit): Promise<boolean>;
  /** Removes the edit of a product, whichever it is; `false` where the browser does not store that. */
  forget(edit: ListEdit): Promise<boolean>;
  /** All edits, oldest first; `undefined` where the database does not answer. */
  read(): Promise<readonly StoredEdit[] | undefined>;
  /** Makes the edits of another owner this one's: all of them, or none where it is interrupted. */
  takeOver(other: string): Promise<void>;
}

export function openStoredEdits(browser: Browser | undefined, owner: string): StoredEdits {
  /** Stores what `edit` makes of the edits; `false` where it gives none, or the browser does not store them. */
  const change = async (edit: (edits: StoredEdit[]) => StoredEdit[] | undefined): Promise<boolean> =>
    !!(await transact(browser, 'readwrite', async (store) => {
      const edits = edit(await readEdits(store, owner));
      if (edits) store.put(edits, owner);
      return edits;
    }));

  return {
    owner,
    put: (edit) =>
      change((edits) => {
        const others = without(edits, edit);
        return others.length < MAX_EDITS ? [...others, edit] : undefined;
      }),
    remove: ({ id }) =>
      change((edits) =>
        edits.some((other) => other.id === id) ? edits.filter((other) => other.id !== id) : undefined,
      ),
    forget: (edit) => change((edits) => without(edits, edit)),
    read: () => transact(browser, 'readonly', (store) => readEdits(store, owner)),
    async takeOver(other) {
      await transact(browser, 'readwrite', async (store) => {
        const taken = await readEdits(store, other);
        if (!taken.length) return;
        // Of two edits of a product the later one counts.
        const all = [...(await readEdits(store, owner)), ...taken].sort((a, b) => a.at - b.at);
        store.put(
          all.filter((edit, index) => !all.slice(index + 1).some((later) => isOfSameProduct(later, edit))),
          owner,
        );
        store.delete(other);
      });
    },
  };
}

const isOfSameProduct = (a: ListEdit, b: ListEdit): boolean =>
  a.list === b.list && a.productId === b.productId;

const without = (edits: readonly StoredEdit[], edit: ListEdit): StoredEdit[] =>
  edits.filter((other) => !isOfSameProduct(other, edit));

const readEdits = async (store: IDBObjectStore, owner: string): Promise<StoredEdit[]> =>
  readEach(await resultOf<unknown>(store.get(owner)), readEdit);

/** Any script of the origin can write the database, and other versions of this one. */
function readEdit(value: unknown): StoredEdit | undefined {
  const { list: rawList, productId: rawProduct, id: rawId, at, save, product, page, ...more } = record(value);
  const [list, productId, id] = [text(rawList), text(rawProduct), text(rawId)];
  if (!list || !productId || !id || typeof at !== 'number' || typeof save !== 'boolean') return undefined;
  const quantity = integer(more['quantity']);
  const isConfirmed = more['isConfirmed'] === true;
  return {
    list,
    productId,
    id,
    at,
    save,
    product,
    page: text(page),
    quantity,
    note: text(more['note']),
    isConfirmed,
  };
}

/** The result of `work` after its transaction is complete; `undefined` where the browser does not store, or not in time. */
async function transact<T>(
  browser: Browser | undefined,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<T>,
): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), DEADLINE_MS);
  });
  const done = open(valueOrUndefined(() => browser?.indexedDB)).then(async (database) => {
    try {
      const transaction = database.transaction(STORE, mode);
      const complete = new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error('aborted'));
      });
      const [result] = await Promise.all([work(transaction.objectStore(STORE)), complete]);
      return result;
    } finally {
      database.close(); // an open database would keep the page out of the back/forward cache
    }
  });
  try {
    return await Promise.race([done.catch(() => undefined), deadline]);
  } finally {
    clearTimeout(timer);
  }
}

async function open(indexedDB: IDBFactory | undefined): Promise<IDBDatabase> {
  const opening = indexedDB!.open(EDITS_DATABASE, 1);
  opening.onupgradeneeded = () => void opening.result.createObjectStore(STORE);
  const database = await resultOf(opening);
  database.onversionchange = () => database.close();
  return database;
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('failed'));
  });
}
