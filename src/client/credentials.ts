import { credentialsToken } from '../services/contract/endpoints/auth.ts';
import { LoyaltyError } from '../services/transport/errors.ts';
import type { Http } from '../services/transport/http.ts';
import type { ClientCredentials } from '../services/contract/auth.ts';
import { checkToken, readGrant } from '../services/transport/token-reply.ts';
import type { TokenSource } from './tokens.ts';

/** OAuth 2.0 client credentials of the machine user of an integration (spec 5, 5.1). */
export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly username: string;
  readonly password: string;
  /** Scopes, such as `['incentives.read']`; `*` means all (G15). */
  readonly scope: '*' | readonly string[];
}

/**
 * Tokens by the form of spec 5.1: all six fields. They stay on servers: where a page's `window` is, they are refused.
 * @throws LoyaltyError `invalid_config`
 */
export function credentialsSource(
  credentials: Credentials,
  url: string,
  sendForm: (body: unknown) => Http,
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
      const { method } = credentialsToken;
      return checkToken(readGrant(await sendForm(form)({ method, url })).token);
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
