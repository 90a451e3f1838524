import type { ClientCredentials } from '../services/contract/auth.ts';
import { LoyaltyError } from '../services/transport/errors.ts';
import { expiryOf, readGrant } from '../services/transport/token-reply.ts';
import { checkToken } from '../services/transport/formats.ts';
import type { AcquireToken, TokenStore } from '../services/transport/tokens.ts';

/** A given token (spec 5.2, 5.4), or a function that fetches one; it is called again when the service rejects the last one. */
export type GivenToken = string | ((rejected: string | undefined) => string | Promise<string>);

/** OAuth 2.0 client credentials of the machine user of an integration (spec 5, 5.1). */
export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly username: string;
  readonly password: string;
  /** Scopes, such as `['incentives.read']`; `*` means all. */
  readonly scope: '*' | readonly string[];
}

/** Source of a client's tokens. */
export interface TokenSource {
  /** Fetches a token other than the rejected one. Rejects with `unauthenticated` where there is none. */
  fetch(rejected: string | undefined): Promise<string>;
}

/** A given token. A text cannot be renewed; a function is called again. */
export function givenSource(token: GivenToken | undefined): TokenSource {
  let refused = false;
  return {
    async fetch(rejected) {
      if (typeof token === 'function') return token(rejected);
      if (token === undefined) throw new LoyaltyError('unauthenticated', 'No token was given.');
      // Every second time the token is given out again: otherwise one wrong 401 would end a client that runs for months.
      refused = token === rejected && !refused;
      if (refused) throw new LoyaltyError('unauthenticated', 'The service refused the token.');
      return token;
    },
  };
}

/**
 * Tokens for client credentials, by the form of spec 5.1 with all six fields. Credentials belong on servers: with a `window` they are
 * refused.
 * @throws LoyaltyError `invalid_config`
 */
export function credentialsSource(
  credentials: Credentials,
  send: (form: ClientCredentials) => Promise<unknown>,
): TokenSource {
  if ('window' in globalThis) {
    throw new LoyaltyError(
      'invalid_config',
      'Client credentials belong on a server: everybody who opens a page can read what is in it. Change them if they were ' +
        'in one, and give the page a token, or let its requests go through a proxy.',
    );
  }
  const form = writeForm(credentials);
  return {
    async fetch() {
      return checkToken(readGrant(await send(form)).token);
    },
  };
}

function writeForm({ clientId, clientSecret, username, password, scope }: Credentials): ClientCredentials {
  const fields = {
    grant_type: 'client_credentials' as const,
    client_id: clientId,
    client_secret: clientSecret,
    username,
    password,
    scope: typeof scope === 'string' ? scope : scope?.join(' '),
  };
  const missing = Object.entries(fields).find(([, value]) => typeof value !== 'string' || value === '');
  if (missing) throw new LoyaltyError('invalid_config', `credentials: ${missing[0]} is missing.`);
  return fields;
}

/** Fetches a token from its source, and stores it until it expires. */
export const acquireFrom =
  (source: TokenSource, store: Pick<TokenStore, 'save'>): AcquireToken =>
  async (rejected) => {
    const token = await source.fetch(rejected);
    store.save({ token, expiresAt: expiryOf(token, undefined, Date.now()) });
    return token;
  };
