import { LoyaltyError } from '../services/transport/errors.ts';
import type { AcquireToken, TokenRecord, TokenStore } from '../services/transport/tokens.ts';
import { expiryOf } from '../services/transport/token-reply.ts';
import type { GivenToken } from './settings.ts';

/** Where a client's tokens come from. */
export interface TokenSource {
  /** Asks for a token other than the rejected one. Rejects with `unauthenticated` where there is none to be had. */
  fetch(rejected: string | undefined): Promise<string>;
}

/** The token that was given; a text cannot be renewed, a function is asked again. */
export function givenSource(token: GivenToken | undefined): TokenSource {
  let refused = false;
  return {
    async fetch(rejected) {
      if (typeof token === 'function') return token(rejected);
      if (token === undefined) throw new LoyaltyError('unauthenticated', 'No token was given.');
      // Once per refusal: a client that lives for months must get over one wrong 401.
      refused = token === rejected && !refused;
      if (refused) throw new LoyaltyError('unauthenticated', 'The service refused the token.');
      return token;
    },
  };
}

/** A client keeps its token as long as it lives, and nowhere else. */
export function keptToken(): TokenStore {
  let record: TokenRecord | undefined;
  return {
    read: () => record,
    keep: (addition) => void (record = { token: '', expiresAt: 0, ...record, ...addition }),
  };
}

/** Fetches a token, and keeps it for as long as it says it lives. */
export const renewal =
  (source: TokenSource, kept: Pick<TokenStore, 'keep'>): AcquireToken =>
  async (rejected) => {
    const token = await source.fetch(rejected);
    kept.keep({ token, expiresAt: expiryOf(token, undefined, Date.now()) });
    return token;
  };
