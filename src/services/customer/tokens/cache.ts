import { attempt, type Browser, type TextStorage } from '../browser.ts';
import { TOKEN_FORMAT } from '../../transport/formats.ts';
import type { Config } from '../config.ts';
import { record, text } from '../../transport/read.ts';
import type { TokenRecord, TokenStore } from '../../transport/tokens.ts';

export type { TokenRecord };

/** What a page remembers from one epoch to the next. */
export interface PageMemory {
  /** The record of a slot, as JSON. */
  [slot: string]: unknown;
  /** Another one after each sign-out. */
  signOut?: object | undefined;
  /** The sign-in under way. */
  pending?: AbortController | undefined;
}

/** Where a shop's record is kept. */
export const slotOf = (baseUrl: string | undefined): string => `loyalty-elements ${baseUrl}`;

/** The tier that a page reads without waiting: what is kept, and whose page the browser shows. */
export interface TokenCache extends TokenStore {
  /** Whose tokens these are: nothing kept under another owner is ever used. `undefined` keeps nothing. */
  readonly owner: string | undefined;
  /**
   * Whether the browser's customer is still this one: `false` when another tab signed out, or somebody else in. `surely`
   * wants it proven, for a page that comes back from the back/forward cache.
   */
  current(surely?: boolean): boolean;
  /** Ends the customer's epoch: what still arrives for them is not kept. `forget` drops what is kept, in every tab. */
  close(forget?: boolean): void;
}

/**
 * One record for each shop in the browser, bound to its owner: the next customer's takes the place of the last one's, so nothing
 * of a customer outlives them here, and other tabs see that the customer has changed. With `cache="tab"` the token is in
 * `sessionStorage` and with `cache="memory"` in the page alone; the owner is always in `localStorage`, for those other tabs.
 * Works from the page's memory where storage throws, is full or holds rubbish. Where a token is kept: ASSUMPTION G42.
 *
 * @param config none where settings are wrong: then nothing is kept
 * @param memory the page's own, shared by its epochs
 * @param signedIn the owner of a session that begins
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
  const parse = (line: () => unknown) => record(attempt(() => JSON.parse(line() as string)));
  const kept = (place: () => TextStorage) => parse(() => place().getItem(slot));
  const marked = () => text(kept(shared).owner);
  let closed = false;

  /** Other tabs see the mark at once, and a later page goes on where this one had to stop. */
  function forget(): void {
    memory[slot] = undefined;
    memory.signOut = {};
    memory.pending?.abort();
    attempt(() => shared().setItem(slot, '{}'));
    void import('./forget.ts').then(({ forgetAll }) => forgetAll(slot, browser)).catch(() => {});
  }

  const owner =
    signedIn ??
    known ??
    (customer?.kind === 'proxy' ? (marked() ?? text(parse(() => memory[slot]).owner)) : undefined);
  if (owner) {
    if (marked() !== owner) attempt(() => shared().setItem(slot, JSON.stringify({ owner })));
  } else if (customer?.kind === 'guest' && attempt(() => shared().getItem(slot))) {
    forget(); // a guest's page leaves nothing of the customer before
  }
  const before = marked();

  const cacheOf: TokenCache = {
    owner,
    read() {
      for (const found of [kept(own), parse(() => memory[slot])]) {
        const { owner: whose, token } = found;
        if (owner && whose === owner && text(token) && TOKEN_FORMAT.test(token as string))
          return found as unknown as TokenRecord;
      }
      return undefined;
    },
    keep(addition) {
      if (closed || !owner) return;
      const line = JSON.stringify({ ...cacheOf.read(), ...addition, owner });
      memory[slot] = line;
      if (cacheOf.current()) attempt(() => own().setItem(slot, line));
    },
    current: (surely) => customer?.kind === 'guest' || (marked() === before && (!surely || before === owner)),
    close(forgets) {
      closed = true;
      if (forgets) forget();
    },
  };
  return cacheOf;
}
