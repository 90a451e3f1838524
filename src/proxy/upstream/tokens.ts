import { credentialsToken, storefrontToken, type Endpoint } from '../../services/contract/endpoints/index.ts';
import type { StorefrontCredentials } from '../../services/contract/auth.ts';
import { readGrant } from '../../services/transport/token-reply.ts';
import {
  SOFT_LIFETIME_MS,
  createTokenBroker,
  LIFETIME_CAP_MS,
  memoryTokenStore,
} from '../../services/transport/tokens.ts';
import { accountRefused, Refusal, tooSlow, unavailable } from '../guard/answer.ts';
import { createDeadline, until } from '../guard/deadline.ts';
import type { ProxyConfig } from '../settings/settings.ts';
import { signCustomerId, unixSeconds } from '../signature.ts';
import { sendsForm, type WireRequest } from '../../services/transport/tenant/mapping.ts';
import { readJson, type Exchange, type UpstreamResponse } from './exchange.ts';
import { forwardedFor } from './forwarded-for.ts';
import { exchangeMapped } from './mapped.ts';
import type { CachedToken } from './service.ts';

type TokenSettings = Pick<ProxyConfig, 'baseUrl' | 'pathTo' | 'mapping' | 'log' | 'now'> & {
  readonly exchange: Exchange;
};

/** The proxy's own token, by client credentials of a machine user (spec 5, 5.1). */
export function serviceToken(settings: TokenSettings & Pick<ProxyConfig, 'credentials'>): CachedToken {
  const { credentials, log, now } = settings;
  const { clientId, clientSecret, username, password, scopes } = credentials;
  const form = {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    username,
    password,
    scope: scopes.join(' '),
  };

  return cacheToken(async (signal) => {
    const answer = await post(settings, credentialsToken, {}, form, signal);
    const { token, lifetimeMs = SOFT_LIFETIME_MS } = readGrant(readJson(answer));
    if (answer.status >= 300 || token === undefined) {
      log({
        level: 'error',
        event: 'token_refused',
        status: answer.status,
        diagnostic: noTokenDiagnostic(
          answer,
          'The service gives no token for these client credentials and scopes. Check them.',
          credentialsToken.id,
        ),
      });
      throw unavailable();
    }
    return { token, lifetimeMs };
  }, now);
}

type CustomerTokenSettings = TokenSettings &
  Pick<ProxyConfig, 'platform' | 'platformVersion' | 'signTime'> & {
    readonly shopSecret: string;
    /** Whether the service has a profile of the customer: it refuses a deleted one as it refuses a wrong signature. */
    readonly hasProfile: (customerId: string, signal: AbortSignal) => Promise<boolean>;
  };

/** At most this many customers' tokens are cached; beyond it the one that was added first is deleted. */
const MAX_CUSTOMERS = 10_000;

/**
 * Tokens of customers, by their ids signed with the shop's secret (spec 5.3). With them the service limits requests to the customer. The
 * request for a token names the address of a client, because the service limits new tokens and enrolments by it.
 */
export function customerTokens(
  settings: CustomerTokenSettings,
): (customerId: string, clientAddress: string) => CachedToken {
  const { platform, platformVersion, log, now } = settings;
  const tokens = new Map<string, CachedToken>();
  const addresses = new Map<string, string>();
  const values = { storefront_platform: platform, version: platformVersion };

  const tokenOf = (id: string) =>
    cacheToken(async (signal) => {
      const client = forwardedFor(addresses.get(id) ?? '');
      const answer = await post(settings, storefrontToken, values, signed(id, settings), signal, client);
      const reply = Object(readJson(answer)) as { data?: unknown };
      const { token } = Object(reply.data) as { token?: unknown };
      if (answer.status === 401 && !(await settings.hasProfile(id, signal))) {
        log({
          level: 'warn',
          event: 'profile_gone',
          diagnostic:
            'A customer with a session has no profile any more: it was deleted or merged in the service.',
        });
        throw accountRefused(401, 'This account isn’t in the programme. Contact the shop.');
      }
      if (answer.status >= 300 || typeof token !== 'string' || token === '') {
        log({
          level: 'error',
          event: 'token_refused',
          status: answer.status,
          diagnostic: noTokenDiagnostic(
            answer,
            "The service issues no token for a signed customer id. Check the shop's secret and platform, and set signTime " +
              '(LOYALTY_SIGN_TIME=1) if the service accepts only signatures with their time.',
            storefrontToken.id,
          ),
        });
        throw unavailable();
      }
      return { token, lifetimeMs: SOFT_LIFETIME_MS };
    }, now);

  return (customerId, clientAddress) => {
    const token = tokens.get(customerId) ?? tokenOf(customerId);
    tokens.set(customerId, token);
    addresses.set(customerId, clientAddress);
    if (tokens.size > MAX_CUSTOMERS) {
      const oldest = tokens.keys().next().value as string;
      tokens.delete(oldest);
      addresses.delete(oldest);
    }
    return token;
  };
}

/** The body of a token request. Without `signTime` it is that of spec 5.3, which every service accepts. */
function signed(id: string, { shopSecret, signTime, now }: CustomerTokenSettings): StorefrontCredentials {
  if (!signTime) return { id, signature: signCustomerId(id, shopSecret) };
  const signedAt = new Date(now());
  const signature = signCustomerId(id, shopSecret, { signedAt });
  return { id, signature, signed_at: unixSeconds(signedAt) };
}

/** Asks an endpoint that gives tokens: one takes a form, unless the tenant file says otherwise, the other JSON. */
function post(
  { baseUrl, pathTo, mapping, exchange, log }: TokenSettings,
  endpoint: Endpoint,
  values: Readonly<Record<string, string>>,
  body: unknown,
  signal: AbortSignal,
  more: Readonly<Record<string, string>> = {},
): Promise<UpstreamResponse> {
  const isForm = endpoint === credentialsToken && sendsForm(mapping);
  const send = ({ method, address, body: sent, headers }: WireRequest) =>
    exchange({
      method,
      url: baseUrl + address,
      headers: {
        Accept: 'application/json',
        'Content-Type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
        ...more,
        ...headers,
      },
      body: isForm ? new URLSearchParams(sent as Record<string, string>).toString() : JSON.stringify(sent),
      signal,
    });
  return mapping
    ? exchangeMapped(mapping, endpoint, { ...values, body, signal }, send, log)
    : send({ method: endpoint.method, address: pathTo(endpoint, values), body });
}

interface FreshToken {
  readonly token: string;
  readonly lifetimeMs: number;
}

/** A token is replaced this much earlier than by the broker of a page, because a request of the proxy may take up to its deadline. */
const EARLIER_MS = 25_000;
const DEADLINE_MS = 8_000;

function cacheToken(
  fetchToken: (signal: AbortSignal) => Promise<FreshToken>,
  now: () => number,
): CachedToken {
  const store = memoryTokenStore();
  const broker = createTokenBroker(
    store,
    async () => {
      const deadline = createDeadline(DEADLINE_MS);
      try {
        const { token, lifetimeMs } = await fetchToken(deadline.signal);
        // With a lifetime shorter than the margin the token still serves the callers that wait now.
        store.save({ token, expiresAt: now() + Math.min(lifetimeMs, LIFETIME_CAP_MS) - EARLIER_MS });
        return token;
      } finally {
        deadline.clear();
      }
    },
    now,
  );
  return {
    get: (signal) =>
      until(broker.token(), signal).catch((error: unknown) => {
        if (error instanceof Refusal) throw error;
        throw signal.aborted ? tooSlow() : unavailable();
      }),
    reject: broker.reject,
  };
}

/** A token that was given under another name is no question of credentials. The names of the fields are said, and no value. */
function noTokenDiagnostic(answer: UpstreamResponse, refused: string, operation: string): string {
  if (answer.status >= 300) return refused;
  const body = Object(readJson(answer)) as { data?: unknown };
  const names = [...Object.keys(body), ...Object.keys(Object(body.data)).map((name) => `data/${name}`)];
  const found = names.length ? names.slice(0, 20).join(', ') : 'no JSON';
  return `The service answers the request for a token with status ${answer.status} and ${found}: the token has another name. Map it in the tenant file: record: { token: … } of ${operation}.`;
}
