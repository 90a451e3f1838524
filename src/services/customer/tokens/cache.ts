import { TOKEN_FORMAT } from '../../transport/formats.ts';
import { record, text } from '../../transport/read.ts';
import type { TokenRecord, TokenStore } from '../../transport/tokens.ts';
import { readJson, writeJson } from '../../transport/json.ts';
import type { Config } from '../config.ts';
import type { Browser, PageMemory, TextStorage } from '../environment.ts';
import { valueOrUndefined } from '../../transport/value-or-undefined.ts';

/** Storage key of a shop's record. */
export const slotOf = (baseUrl: string | undefined): string => `loyalty-elements ${baseUrl}`;
/** Storage key with the name of the newest unfinished sign-in, for all tabs. */
export const pendingSlotOf = (slot: string): string => `${slot} pending`;
/** The signed-out flag: stored instead of the customer's record until the sign-out is complete. */
const SIGNED_OUT = '{}';

/** What an event says of the stored customer: the storage was changed, or a page is shown again. */
export type CustomerEvent = Event & Partial<Pick<StorageEvent, 'key'>> & { readonly persisted?: boolean };

/** The synchronous token cache of a page: the stored token and its owner. */
export interface TokenCache extends TokenStore {
  /** Owner of the token: a record of another owner is never used. Without an owner nothing is stored. */
  readonly owner: string | undefined;
  /**
   * Whether the browser's customer is still this one: `false` after a sign-out or another sign-in in any tab. With `strict` also
   * `false` if storage cannot prove it, for a page that returns from the back/forward cache.
   */
  current(strict?: boolean): boolean;
  /**
   * The same before an edit, or after an event of the page, but for storage that a script of the shop has cleared: this is no change, and
   * an event stores the owner again. A sign-out leaves an empty record, also for a tab that did not get its event.
   */
  confirm(event?: CustomerEvent): boolean;
  /** Ends the epoch: later writes are dropped. With `forget` the stored token is removed, for every tab. */
  close(forget?: boolean): void;
}

/**
 * One record for each shop, bound to its owner. The record of the next customer replaces it, so that no data of a customer remains, and
 * other tabs notice the change. A customer whose provider stands beside that of another one has a record of its own, which ends with the
 * record of the shop. `cache="tab"` stores the token in `sessionStorage`, `cache="memory"` in the page; the owner is always in
 * `localStorage`, for other tabs. Where storage throws, is full or invalid, the page's memory is used. Where the token is stored: ASSUMPTION.
 *
 * @param config none for invalid settings: then nothing is stored
 * @param memory of the page, shared by its epochs
 * @param isNew the page was made just now: another one without a customer, which a cache may have stored, leaves this browser's signed in
 * @param signedIn owner of a session that begins
 */
export function createTokenCache(
  { baseUrl, cache, customer, owner: known }: Partial<Config> = {},
  browser: Browser | undefined,
  memory: PageMemory,
  isNew?: boolean,
  signedIn?: string,
): TokenCache {
  const { first } = memory;
  const slot = slotOf(baseUrl) + (known && first && first !== known ? ` ${known}` : '');
  const shared = () => browser!.localStorage;
  const own = () => (cache === 'memory' ? undefined : cache === 'tab' ? browser!.sessionStorage : shared())!;
  const lineIn = (storage: () => TextStorage) => valueOrUndefined(() => storage().getItem(slot));
  const parse = (line: unknown) => record(readJson(line as string));
  const stored = (storage: () => TextStorage) => parse(lineIn(storage));
  const storedOwner = () => text(stored(shared).owner);
  let closed = false;

  /**
   * Removes at once what the page and its tabs can use, cancels unfinished sign-ins and stores the signed-out flag, for other tabs: by the
   * time that the file which completes the sign-out has loaded, a later sign-in may have begun. Where another page's sign-out is only
   * completed, an unfinished sign-in began after it.
   */
  function forget(isCompletion?: boolean): void {
    memory[slot] = undefined;
    memory.signOut = {};
    memory.pending?.abort();
    valueOrUndefined(() => browser!.sessionStorage.removeItem(slot));
    valueOrUndefined(() => {
      if (!isCompletion) shared().removeItem(pendingSlotOf(slot));
      shared().setItem(slot, SIGNED_OUT);
    });
    void import('./sign-out.ts')
      .then((file) =>
        file.completeSignOut(
          slot,
          browser,
          // Another tab, which did not have the flag yet, may have written the record again. Data that this page has stored since then
          // belongs to its next sign-in.
          () => lineIn(shared) === SIGNED_OUT || (!memory[slot] && tokenCache.read()),
        ),
      )
      .catch(() => {});
  }

  const owner =
    signedIn ??
    known ??
    (customer?.kind === 'proxy' ? (storedOwner() ?? text(parse(memory[slot]).owner)) : undefined);
  const storeOwner = () => valueOrUndefined(() => shared().setItem(slot, JSON.stringify({ owner })));
  if (owner) {
    memory.hadCustomer = true;
    if (storedOwner() !== owner) storeOwner();
  } else if (customer?.kind === 'guest' && !first) {
    const line = lineIn(shared);
    // The page removes the data of the previous customer where it says how things are now: it is new, or has changed the customer itself.
    if (line && (isNew || line === SIGNED_OUT || memory.attempt || memory.hadCustomer))
      forget(line === SIGNED_OUT);
  }
  const before = storedOwner();

  const tokenCache: TokenCache = {
    owner,
    read() {
      for (const found of [stored(own), parse(memory[slot])]) {
        const { owner: foundOwner, token } = found;
        // The other fields of the record are validated where they are used.
        if (owner && foundOwner === owner && text(token) && TOKEN_FORMAT.test(token as string))
          return found as unknown as TokenRecord;
      }
      return undefined;
    },
    save(addition) {
      if (closed || !owner) return;
      const line = writeJson({ ...tokenCache.read(), ...addition, owner })!;
      memory[slot] = line;
      if (tokenCache.current()) valueOrUndefined(() => own().setItem(slot, line));
    },
    current: (strict) =>
      customer?.kind === 'guest' || (storedOwner() === before && (!strict || before === owner)),
    confirm(event) {
      const { key, persisted } = event ?? {};
      const isCleared = !!owner && before === owner && key !== slot && !persisted && lineIn(shared) === null;
      if (isCleared && event) storeOwner();
      return isCleared || tokenCache.current(persisted);
    },
    close(forgets) {
      closed = true;
      if (forgets) forget();
    },
  };
  return tokenCache;
}
