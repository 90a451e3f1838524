import { storefrontToken } from '../../services/contract/endpoints/index.ts';
import type { StorefrontCredentials } from '../../services/contract/shapes/auth.ts';
import { SOFT_LIFETIME_MS } from '../../services/transport/token-reply.ts';
import type { Log } from '../log.ts';
import { unavailable } from '../guard/answer.ts';
import type { PathTo } from '../settings/settings.ts';
import { signCustomerId, unixSeconds } from '../signature.ts';
import { readJson, type Exchange } from './exchange.ts';
import { keepToken, type KeptToken } from './token.ts';

interface CustomerTokenSettings {
  readonly baseUrl: string;
  readonly platform: string;
  readonly platformVersion: string;
  readonly shopSecret: string;
  readonly signTime: boolean;
  readonly pathTo: PathTo;
  readonly exchange: Exchange;
  readonly log: Log;
  readonly now: () => number;
}

/** As many customers' tokens are kept; the one that has been kept longest gives way. */
const MAX_CUSTOMERS = 10_000;

/** Tokens of customers, by their ids signed with the shop's secret (spec 5.3). With them the service itself knows who asks. */
export function customerTokens(settings: CustomerTokenSettings): (customerId: string) => KeptToken {
  const { baseUrl, pathTo, platform, platformVersion, exchange, log, now } = settings;
  const kept = new Map<string, KeptToken>();
  const url = baseUrl + pathTo(storefrontToken, { storefront_platform: platform, version: platformVersion });

  const tokenOf = (id: string) =>
    keepToken(async (signal) => {
      const answer = await exchange({
        method: storefrontToken.method,
        url,
        headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
        body: JSON.stringify(signed(id, settings)),
        signal,
      });
      const reply = Object(readJson(answer)) as { data?: unknown };
      const { token } = Object(reply.data) as { token?: unknown };
      if (answer.status >= 300 || typeof token !== 'string' || token === '') {
        log({
          level: 'error',
          event: 'token_refused',
          status: answer.status,
          advice:
            "The service gives no token for a signed customer id. Check the shop's secret and platform, and set signTime " +
            '(LOYALTY_SIGN_TIME=1) where the service takes only signatures that name when they were made.',
        });
        throw unavailable();
      }
      return { token, lifetimeMs: SOFT_LIFETIME_MS };
    }, now);

  return (customerId) => {
    const found = kept.get(customerId) ?? tokenOf(customerId);
    kept.set(customerId, found);
    if (kept.size > MAX_CUSTOMERS) kept.delete(kept.keys().next().value as string);
    return found;
  };
}

/** The body that asks for a token. Without `signTime` it is what spec 5.3 shows, which every service takes. */
function signed(id: string, { shopSecret, signTime, now }: CustomerTokenSettings): StorefrontCredentials {
  if (!signTime) return { id, signature: signCustomerId(id, shopSecret) };
  const signedAt = new Date(now());
  const signature = signCustomerId(id, shopSecret, { signedAt });
  return { id, signature, signed_at: unixSeconds(signedAt) };
}
