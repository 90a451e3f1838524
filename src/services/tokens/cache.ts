import { each, text } from '../read.ts';

/** What is kept for one customer while the tab is open. */
export interface TokenRecord {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** The customer's profile, once it is known. */
  readonly profileId?: string | undefined;
  /** Product ids on the wishlist when it was last seen, so that hearts are right before it has loaded. */
  readonly hearts?: readonly string[] | undefined;
}

/** A synchronous place for text, such as `sessionStorage`. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export interface TokenCache {
  read(): TokenRecord | undefined;
  write(record: TokenRecord): void;
  clear(): void;
}

const SLOT = 'loyalty-elements';
const MAX_LENGTH = 16_384;
const TOKEN = /^[\w.~+/-]{1,8192}=*$/;

/**
 * One record per tab, bound to its owner: the next customer's record takes the place of the last one's, so nothing of a
 * customer outlives them here. Works from memory where the storage throws, is full or holds rubbish.
 */
export function createTokenCache(owner: string | undefined, storage: TextStorage | undefined): TokenCache {
  let memory: TokenRecord | undefined;

  function attempt<T>(work: (storage: TextStorage) => T): T | undefined {
    try {
      return storage && work(storage);
    } catch {
      return undefined; // private mode, quota, sandboxed frame: memory serves this page
    }
  }

  function stored(): TokenRecord | undefined {
    const stored = attempt((storage) => storage.getItem(SLOT));
    if (!stored) return undefined;
    const record = stored.length <= MAX_LENGTH ? parse(stored) : undefined;
    if (record && owner && record.owner === owner && isTokenRecord(record)) {
      const { token, expiresAt, profileId, hearts } = record;
      return { token, expiresAt, profileId: text(profileId), hearts: each(hearts, text) };
    }
    attempt((storage) => storage.removeItem(SLOT));
    return undefined;
  }

  // A guest's page, too, leaves nothing of the customer before.
  memory = stored();

  return {
    read: () => memory,
    write(record) {
      memory = record;
      if (owner) attempt((storage) => storage.setItem(SLOT, JSON.stringify({ ...record, owner })));
    },
    clear() {
      memory = undefined;
      attempt((storage) => storage.removeItem(SLOT));
    },
  };
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    return Object(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function isTokenRecord(record: object): record is TokenRecord {
  const { token, expiresAt } = record as Partial<TokenRecord>;
  return typeof token === 'string' && TOKEN.test(token) && typeof expiresAt === 'number';
}
