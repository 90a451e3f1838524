import { credentialsToken } from '../../services/contract/endpoints/index.ts';
import { readGrant, SOFT_LIFETIME_MS } from '../../services/transport/token-reply.ts';
import type { Log } from '../log.ts';
import { unavailable } from '../guard/answer.ts';
import type { Credentials, PathTo } from '../settings/settings.ts';
import { readJson, type Exchange } from './exchange.ts';
import { keepToken, type KeptToken } from './token.ts';

interface ServiceTokenSettings {
  readonly baseUrl: string;
  readonly pathTo: PathTo;
  readonly credentials: Credentials;
  readonly exchange: Exchange;
  readonly log: Log;
  readonly now: () => number;
}

/** The proxy's own token, by client credentials of a machine user (spec 5, 5.1). */
export function serviceToken(settings: ServiceTokenSettings): KeptToken {
  const { baseUrl, pathTo, credentials, exchange, log, now } = settings;
  const { clientId, clientSecret, username, password, scopes } = credentials;
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    username,
    password,
    scope: scopes.join(' '),
  }).toString();

  return keepToken(async (signal) => {
    const answer = await exchange({
      method: credentialsToken.method,
      url: baseUrl + pathTo(credentialsToken, {}),
      headers: { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' },
      body: form,
      signal,
    });
    const { token, lifetimeMs = SOFT_LIFETIME_MS } = readGrant(readJson(answer));
    if (answer.status >= 300 || token === undefined) {
      log({
        level: 'error',
        event: 'token_refused',
        status: answer.status,
        advice: 'The service gives no token for these client credentials and scopes. Check them.',
      });
      throw unavailable();
    }
    return { token, lifetimeMs };
  }, now);
}
