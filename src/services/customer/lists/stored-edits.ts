import { integer, record, text } from '../../transport/read.ts';
import { readEach } from '../../transport/read-records.ts';
import type { Browser } from '../environment.ts';
import { valueOrUndefined } from '../../transport/value-or-undefined.ts';
import { EDITS_DATABASE } from './device.ts';
import { isSameChoice, readNote, type ItemNote, type ProductChoice } from './list-items.ts';

// Edits of lists in IndexedDB, a record for each owner. Transactions exclude those of other tabs, and a complete one survives a killed browser; `localStorage` loses what was written in the seconds before (decision 0250).

const STORE = 'edits';
/** A database that does not answer by then stores nothing, where the service can take the edit in its place. */
const DEADLINE_MS = 1_000;
/** Where nothing else can: a busy device that needs seconds has still saved the product. */
const ALONE_DEADLINE_MS = 10_000;
/** Bounds what is stored for one owner. */
const MAX_EDITS = 500;
/** A customer's edit that was not sent for so long is dropped, also by the page of another customer. The list of a guest has no end. */
const MAX_AGE_MS = 30 * 24 * 60 * 60_000;

/** A product, or one of its variants, to be saved on a list with what its owner says about it, or removed from it. */
export interface ListEdit extends ProductChoice, ItemNote {
  /** Handle of the list. */
  readonly list: string;
  /** Whether it is saved; otherwise removed. */
  readonly save: boolean;
  /** Details as the page gives them. Not validated. */
  readonly product?: unknown;
  /** Number of pieces that are wanted, of a product that is put back on a registry. */
  readonly quantity?: number | undefined;
  /** Note and priority of a product that is on the list: one of them that is missing is removed. */
  readonly isNote?: boolean;
  /** Removed together with its reservations. */
  readonly isConfirmed?: boolean;
}

export interface StoredEdit extends ListEdit {
  /** Another one for each edit: idempotency key of the request. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** When it was sent and got no answer, in milliseconds since 1970. */
  readonly lostAt?: number | undefined;
  /** Address of the page without its query, for relative addresses of the product. */
  readonly page?: string | undefined;
}

/** The edits of one owner: a profile, or the guests of this browser, at one shop. */
export interface StoredEdits {
  readonly owner: string;
  /** Stores an edit instead of an earlier one of the same product and variant; `false` where the browser does not store it. */
  put(edit: StoredEdit): Promise<boolean>;
  /** Removes an edit, unless a later one has replaced it: then `false`. */
  remove(edit: StoredEdit): Promise<boolean>;
  /** Notes that an edit may be done, unless a later one has replaced it. */
  markLost(edit: StoredEdit, lostAt: number): Promise<boolean>;
  /** Removes the edit of a product, whichever it is; `false` where the browser does not store that. */
  forget(edit: ListEdit): Promise<boolean>;
  /** All edits, oldest first; `undefined` where the database does not answer. */
  read(): Promise<readonly StoredEdit[] | undefined>;
  /** Makes the edits of another owner this one's: all of them, or none where it is interrupted. */
  takeOver(other: string): Promise<void>;
}

/** @param isAlone the device is the only place for these edits */
export function openStoredEdits(
  browser: Browser | undefined,
  owner: string,
  now: () => number = Date.now,
  isAlone = false,
): StoredEdits {
  const deadlineMs = isAlone ? ALONE_DEADLINE_MS : DEADLINE_MS;
  const transact: Transact = (mode, work) => transactWithin(deadlineMs, browser, mode, work);
  const readEdits = (store: IDBObjectStore, of: string): Promise<StoredEdit[]> =>
    readAll(store, of).then((edits) => withoutOld(edits, of, now()));
  /** Stores what `edit` makes of the edits; `false` where it gives none, or the browser does not store them. */
  const change = async (edit: (edits: StoredEdit[]) => StoredEdit[] | undefined): Promise<boolean> =>
    !!(await transact('readwrite', async (store) => {
      const edits = edit(await readEdits(store, owner));
      if (edits) store.put(edits, owner);
      return edits;
    }));

  return {
    owner,
    put: (edit) =>
      change((edits) => {
        const others = without(edits, edit);
        if (others.length >= MAX_EDITS) return undefined;
        // A note leaves the product at its place of a guest's list.
        const place = edit.isNote ? edits.findIndex((other) => isOfSameProduct(other, edit)) : -1;
        return place < 0 ? [...others, edit] : edits.map((other, at) => (at === place ? edit : other));
      }),
    remove: ({ id }) =>
      change((edits) =>
        edits.some((other) => other.id === id) ? edits.filter((other) => other.id !== id) : undefined,
      ),
    markLost: ({ id }, lostAt) =>
      change((edits) => edits.map((other) => (other.id === id ? { ...other, lostAt } : other))),
    forget: (edit) => change((edits) => without(edits, edit)),
    read: () => transact('readonly', (store) => readEdits(store, owner)),
    async takeOver(other) {
      await transact('readwrite', async (store) => {
        await dropOld(store, now());
        // A guest who has removed a note says nothing about one that the customer has.
        const taken = (await readEdits(store, other)).map((edit) =>
          edit.note || edit.priority ? edit : { ...edit, isNote: false },
        );
        if (!taken.length) return;
        // Of two edits of a product in a variant the later one counts.
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

const isOfSameProduct = (a: ListEdit, b: ListEdit): boolean => a.list === b.list && isSameChoice(a, b);

const without = (edits: readonly StoredEdit[], edit: ListEdit): StoredEdit[] =>
  edits.filter((other) => !isOfSameProduct(other, edit));

/** The name of a guest ends with an empty profile id. */
const isGuests = (owner: string): boolean => owner.endsWith(' ');

const readAll = async (store: IDBObjectStore, owner: string): Promise<StoredEdit[]> =>
  readEach(await resultOf<unknown>(store.get(owner)), readEdit);

const withoutOld = (edits: StoredEdit[], owner: string, now: number): StoredEdit[] =>
  isGuests(owner) ? edits : edits.filter(({ at }) => now - at < MAX_AGE_MS);

/** Deletes the old edits of all customers of this browser. */
async function dropOld(store: IDBObjectStore, now: number): Promise<void> {
  for (const key of await resultOf(store.getAllKeys())) {
    const owner = String(key);
    const edits = await readAll(store, owner);
    const kept = withoutOld(edits, owner, now);
    if (kept.length < edits.length) store.put(kept, owner);
  }
}

/** Any script of the origin can write the database, and other versions of this one. */
function readEdit(value: unknown): StoredEdit | undefined {
  const { list: rawList, productId: rawProduct, id: rawId, at, save, product, page, ...more } = record(value);
  const [list, productId, id] = [text(rawList), text(rawProduct), text(rawId)];
  if (!list || !productId || !id || typeof at !== 'number' || typeof save !== 'boolean') return undefined;
  const variantId = text(more['variantId']);
  const quantity = integer(more['quantity']);
  const lostAt = integer(more['lostAt']);
  const isConfirmed = more['isConfirmed'] === true;
  const isNote = more['isNote'] === true;
  return {
    list,
    productId,
    variantId,
    id,
    at,
    lostAt,
    save,
    product,
    page: text(page),
    quantity,
    ...readNote(more),
    isConfirmed,
    isNote,
  };
}

type Transact = <T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<T>,
) => Promise<T | undefined>;

/** The result of `work` after its transaction is complete; `undefined` where the browser does not store, or not in time. */
async function transactWithin<T>(
  deadlineMs: number,
  browser: Browser | undefined,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<T>,
): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), deadlineMs);
  });
  const done = open(valueOrUndefined(() => browser?.indexedDB)).then(async (database) => {
    const transaction = database.transaction(STORE, mode);
    // WebKit keeps a page for its back button together with its transactions, and the next page waits for them: it would neither read
    // nor send what is stored.
    const end = (event?: PageTransitionEvent): void => {
      if (event?.persisted) transaction[mode === 'readonly' ? 'abort' : 'commit']();
    };
    browser?.addEventListener?.('pagehide', end);
    try {
      const complete = new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error('aborted'));
      });
      const [result] = await Promise.all([work(transaction.objectStore(STORE)), complete]);
      return result;
    } finally {
      browser?.removeEventListener?.('pagehide', end);
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
