import { GRAMMAR } from '../config.ts';
import { text } from '../read.ts';

/** What is kept for one customer while the tab is open. */
export interface TokenRecord {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** The customer's profile, once it is known. */
  readonly profileId?: string | undefined;
  /** Product ids on the wishlist when it was last seen, so that hearts are right before it has loaded. Read with care. */
  readonly hearts?: unknown;
}

/** A synchronous place for text, such as `sessionStorage`. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export interface TokenCache {
  read(): TokenRecord | undefined;
  write(record: TokenRecord): void;
  /** Adds to the record, where there is one. */
  keep(addition: Partial<TokenRecord>): void;
  /** Ends the customer's epoch: what still arrives for them is not kept. `forget` drops what is kept. */
  close(forget?: boolean): void;
}

const SLOT = 'loyalty-elements';

/**
 * One record per tab, bound to its owner: the next customer's record takes the place of the last one's, so nothing of a
 * customer outlives them here. Works from memory where the storage throws, is full or holds rubbish.
 */
export function createTokenCache(owner: string | undefined, storage: TextStorage | undefined): TokenCache {
  let closed = false;
  let memory: TokenRecord | undefined;

  /** Storage may be missing, forbidden, full or hold rubbish: then memory serves this page. */
  function attempt(work: (storage: TextStorage) => void): void {
    try {
      if (storage) work(storage);
    } catch {
      // nothing is lost but a request on the next page
    }
  }

  attempt((storage) => {
    const record = JSON.parse(storage.getItem(SLOT) ?? '{}');
    if (owner && record.owner === owner && text(record.token) && GRAMMAR.token.test(record.token))
      memory = record;
    else storage.removeItem(SLOT); // a guest's page, too, leaves nothing of the customer before
  });

  const cache: TokenCache = {
    read: () => memory,
    write(record) {
      memory = record;
      if (owner && !closed) {
        attempt((storage) => storage.setItem(SLOT, JSON.stringify({ ...record, owner })));
      }
    },
    keep(addition) {
      if (memory) cache.write({ ...memory, ...addition });
    },
    close(forget) {
      closed = true;
      if (forget) attempt((storage) => storage.removeItem(SLOT));
    },
  };
  return cache;
}
