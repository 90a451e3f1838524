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
