import { LoyaltyError } from './errors.ts';
import { TOKEN_FORMAT } from './formats.ts';
import { record, text } from './read.ts';
import { EXPIRY_MARGIN_MS, LIFETIME_CAP_MS } from './tokens.ts';

/** How long a token lives that the proxy or the reference service gives, but for storefront tokens: ASSUMPTION G16. */
export const TOKEN_LIFETIME_MS = 60 * 60_000;
/** How long a token without a readable expiry is reused; a 401 ends it sooner (G16). */
export const SOFT_LIFETIME_MS = 10 * 60_000;
/** Smaller numbers are seconds since 1970, larger ones milliseconds: the line is the year 5138 or 1973. */
const FIRST_MILLISECONDS = 1e11;
/** A day without a time is good until its end, in UTC. */
const DAY = /^\d{4}-\d\d-\d\d$/;

/**
 * When a token should be replaced, in milliseconds since 1970: what its answer says (spec 5.4, `expiry`), or a JWT itself;
 * any other has a soft lifetime.
 */
export function expiryOf(token: string, expiry: unknown, now: number): number {
  const said = readMoment(expiry) ?? jwtExpiry(token);
  // A clock that is wrong by hours makes a fresh token look old: then it counts as one that says nothing.
  return said && said > now + EXPIRY_MARGIN_MS
    ? Math.min(said, now + LIFETIME_CAP_MS)
    : now + SOFT_LIFETIME_MS;
}

/** Seconds or milliseconds since 1970, or a date as text, of which the form is not shown: ASSUMPTION G43. */
function readMoment(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  const moment =
    typeof number === 'number'
      ? number * (number < FIRST_MILLISECONDS ? 1_000 : 1)
      : typeof number === 'string'
        ? Date.parse(DAY.test(number) ? `${number}T23:59:59Z` : number)
        : NaN;
  return Number.isFinite(moment) ? moment : undefined;
}

/**
 * `exp` of a JWT (RFC 7519) in milliseconds since 1970; `undefined` for every other token. Read, never trusted: it only tells
 * when to ask for a new one.
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

/** @throws LoyaltyError `bad_response` for what cannot stand in a header */
export function checkToken(value: unknown): string {
  const token = text(value) ?? '';
  if (!TOKEN_FORMAT.test(token)) throw new LoyaltyError('bad_response', 'The reply holds no token.');
  return token;
}

export interface Grant {
  readonly token: string | undefined;
  /** `undefined` where the answer does not say. */
  readonly lifetimeMs: number | undefined;
}

/**
 * Reads what the token endpoint of spec 5.1 answers, of which nothing is shown: ASSUMPTION G14. The names are those of RFC 6749
 * 5.1, then where the storefront endpoint has its token (5.3), then where the proxy has it (5.4).
 */
export function readGrant(reply: unknown): Grant {
  const { access_token, data, token, expires_in } = record(reply);
  const seconds = Number(expires_in);
  return {
    token: [access_token, record(data)['token'], token].find(
      (one) => typeof one === 'string' && one !== '',
    ) as string | undefined,
    lifetimeMs: seconds > 0 ? seconds * 1_000 : undefined,
  };
}
