import { record } from './read.ts';
import { EXPIRY_MARGIN_MS, LIFETIME_CAP_MS, SOFT_LIFETIME_MS } from './tokens.ts';

// Reads the replies of the endpoints that issue tokens.

/** Lifetime of the tokens that the proxy and the reference service issue, storefront tokens excepted: ASSUMPTION. */
export const TOKEN_LIFETIME_MS = 60 * 60_000;
/** Smaller numbers are seconds since 1970, larger ones milliseconds: as seconds it is the year 5138, as milliseconds 1973. */
const FIRST_MILLISECONDS = 1e11;
/** A day without a time is valid until its end, in UTC. */
const DAY = /^\d{4}-\d\d-\d\d$/;

/** Milliseconds since 1970 at which a token is replaced: from the reply (spec 5.4, `expiry`), from a JWT, or after the soft lifetime. */
export function expiryOf(token: string, expiry: unknown, now: number): number {
  const expiresAt = readTime(expiry) ?? jwtExpiry(token);
  // Where the clock is wrong by hours, a new token seems expired: then its expiry is ignored.
  return expiresAt && expiresAt > now + EXPIRY_MARGIN_MS
    ? Math.min(expiresAt, now + LIFETIME_CAP_MS)
    : now + SOFT_LIFETIME_MS;
}

/** Seconds or milliseconds since 1970, or a date as text; the interface does not show the form: ASSUMPTION. */
function readTime(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  const time =
    typeof number === 'number'
      ? number * (number < FIRST_MILLISECONDS ? 1_000 : 1)
      : typeof number === 'string'
        ? Date.parse(DAY.test(number) ? `${number}T23:59:59Z` : number)
        : NaN;
  return Number.isFinite(time) ? time : undefined;
}

/**
 * `exp` of a JWT (RFC 7519) in milliseconds since 1970; `undefined` for every other token. The signature is not checked: the value only
 * decides when a new token is fetched.
 */
export function jwtExpiry(token: string): number | undefined {
  try {
    const claims = token.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/');
    const { exp } = JSON.parse(atob(claims)) as { exp?: unknown };
    return typeof exp === 'number' && Number.isFinite(exp) ? exp * 1000 : undefined;
  } catch {
    return undefined;
  }
}

export interface Grant {
  readonly token: string | undefined;
  /** `undefined` where the reply names no lifetime. */
  readonly lifetimeMs: number | undefined;
}

/**
 * Reads the reply of the token endpoint of spec 5.1, whose fields are not shown: ASSUMPTION. Tries the field of RFC 6749 5.1, then that
 * of the storefront endpoint (5.3), then that of the proxy (5.4).
 */
export function readGrant(reply: unknown): Grant {
  const { access_token, data, token, expires_in } = record(reply);
  const seconds = Number(expires_in);
  return {
    token: [access_token, record(data)['token'], token].find(
      (value): value is string => typeof value === 'string' && value !== '',
    ),
    lifetimeMs: seconds > 0 ? seconds * 1_000 : undefined,
  };
}
