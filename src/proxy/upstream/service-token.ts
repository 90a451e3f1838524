import { createServiceToken } from './endpoints.ts';
import type { Log } from '../log.ts';
import { unavailable } from '../guard/answer.ts';
import type { Credentials } from '../settings/settings.ts';
import { readJson, type Exchange } from './exchange.ts';
import { keepToken, SOFT_LIFETIME_MS, type KeptToken } from './token.ts';

interface ServiceTokenSettings {
  readonly baseUrl: string;
  readonly credentials: Credentials;
  readonly exchange: Exchange;
  readonly log: Log;
  readonly now: () => number;
}

/** The proxy's own token, by client credentials of a machine user (spec 5, 5.1). */
export function serviceToken({ baseUrl, credentials, exchange, log, now }: ServiceTokenSettings): KeptToken {
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
      method: createServiceToken.method,
      url: baseUrl + createServiceToken.path,
      headers: { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' },
      body: form,
      signal,
    });
    // ASSUMPTION G14: the names of the answer's fields.
    const reply = Object(readJson(answer)) as Record<string, unknown>;
    const token = reply['access_token'] ?? Object(reply['data']).token ?? reply['token'];
    if (answer.status >= 300 || typeof token !== 'string' || token === '') {
      log({
        level: 'error',
        event: 'token_refused',
        status: answer.status,
        advice: 'The service gives no token for these client credentials and scopes. Check them.',
      });
      throw unavailable();
    }
    const seconds = Number(reply['expires_in']);
    return { token, lifetimeMs: seconds > 0 ? seconds * 1_000 : SOFT_LIFETIME_MS };
  }, now);
}
