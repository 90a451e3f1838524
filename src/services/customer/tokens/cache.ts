import { TOKEN_FORMAT } from '../../transport/formats.ts';
import { record, text } from '../../transport/read.ts';
import type { TokenRecord, TokenStore } from '../../transport/tokens.ts';
import type { Config } from '../config.ts';
import { valueOrUndefined, type Browser, type PageMemory, type TextStorage } from '../environment.ts';

/** Storage key of a shop's record. */
export const slotOf = (baseUrl: string | undefined): string => `loyalty-elements ${baseUrl}`;

/** The synchronous token cache of a page: the stored token and its owner. */
export interface TokenCache extends TokenStore {
  /** Owner of the token: a record of another owner is never used. Without an owner nothing is stored. */
  readonly owner: string | undefined;
  /**
   * Whether the browser's customer is still this one: `false` after a sign-out or another sign-in in any tab. With `strict` also
   * `false` if storage cannot prove it, for a page that returns from the back/forward cache.
   */
  current(strict?: boolean): boolean;
  /** Ends the epoch: later writes are dropped. With `forget` the stored token is removed, for every tab. */
  close(forget?: boolean): void;
}

/**
 * One record for each shop, bound to its owner. The record of the next customer replaces it, so that no data of a customer remains, and
 * other tabs notice the change. `cache="tab"` stores the token in `sessionStorage`, `cache="memory"` in the page; the owner is always in
 * `localStorage`, for other tabs. Where storage throws, is full or invalid, the page's memory is used. Where the token is stored: ASSUMPTION G42.
 *
 * @param config none for invalid settings: then nothing is stored
 * @param memory of the page, shared by its epochs
 * @param signedIn owner of a session that begins
 */
export function createTokenCache(
  { baseUrl, cache, customer, owner: known }: Partial<Config> = {},
  browser: Browser | undefined,
  memory: PageMemory,
  signedIn?: string,
): TokenCache {
  const slot = slotOf(baseUrl);
  const shared = () => browser!.localStorage;
  const own = () => (cache === 'memory' ? undefined : cache === 'tab' ? browser!.sessionStorage : shared())!;
  const parse = (line: () => unknown) => record(valueOrUndefined(() => JSON.parse(line() as string)));
  const stored = (storage: () => TextStorage) => parse(() => storage().getItem(slot));
  const storedOwner = () => text(stored(shared).owner);
  let closed = false;

  /** Stores the signed-out flag at once, for other tabs, then completes the sign-out. */
  function forget(): void {
    memory[slot] = undefined;
    memory.signOut = {};
    memory.pending?.abort();
    valueOrUndefined(() => shared().setItem(slot, '{}'));
    void import('./sign-out.ts')
      .then(({ completeSignOut }) =>
        // Data that this page has stored since then belongs to its next sign-in.
        completeSignOut(slot, browser, () => (memory[slot] ? undefined : tokenCache.read())),
      )
      .catch(() => {});
  }

  const owner =
    signedIn ??
    known ??
    (customer?.kind === 'proxy' ? (storedOwner() ?? text(parse(() => memory[slot]).owner)) : undefined);
  if (owner) {
    if (storedOwner() !== owner) valueOrUndefined(() => shared().setItem(slot, JSON.stringify({ owner })));
  } else if (customer?.kind === 'guest' && valueOrUndefined(() => shared().getItem(slot))) {
    forget(); // a guest's page removes the data of the previous customer
  }
  const before = storedOwner();

  const tokenCache: TokenCache = {
    owner,
    read() {
      for (const found of [stored(own), parse(() => memory[slot])]) {
        const { owner: foundOwner, token } = found;
        // The other fields of the record are validated where they are used.
        if (owner && foundOwner === owner && text(token) && TOKEN_FORMAT.test(token as string))
          return found as unknown as TokenRecord;
      }
      return undefined;
    },
    save(addition) {
      if (closed || !owner) return;
      const line = JSON.stringify({ ...tokenCache.read(), ...addition, owner });
      memory[slot] = line;
      if (tokenCache.current()) valueOrUndefined(() => own().setItem(slot, line));
    },
    current: (strict) =>
      customer?.kind === 'guest' || (storedOwner() === before && (!strict || before === owner)),
    close(forgets) {
      closed = true;
      if (forgets) forget();
    },
  };
  return tokenCache;
}
