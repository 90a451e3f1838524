// The check reads the raw text: `new URL('https://host:443').port` is '' and many other spellings are normalised
// away before one can see them.
const HTTPS_ADDRESS =
  /^https:\/\/([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d](\/[\w.~-]+)*\/?$/i;
const LOOPBACK_ADDRESS = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?(\/[\w.~-]+)*\/?$/i;
const DOT_SEGMENT = /\/\.{1,2}(\/|$)/;
const MAX_LENGTH = 2_000;

/**
 * The base address, without a trailing slash: https only, no port, not even `:443` (spec 1 rule 1, 8.1). Loopback hosts
 * are the one exception, so that a demo and tests can run on one machine. `undefined` for anything else.
 */
export function readAddress(address: string): string | undefined {
  const right =
    address.length <= MAX_LENGTH &&
    (HTTPS_ADDRESS.test(address) || LOOPBACK_ADDRESS.test(address)) &&
    !DOT_SEGMENT.test(address);
  return right ? address.replace(/\/$/, '') : undefined;
}

/** The first label of a manager host name or address; an IP address and `localhost` are hosts, but no tenant's. */
const TENANT = /^(?:https:\/\/)?(?!localhost\b|[\d.]+(?:\/|$))([^./]+)/i;

/**
 * `https://api.{tenant}.<service domain>/api` (spec Notation, 1 rule 2). `undefined` where no address comes of it.
 */
export const tenantAddress = (tenant: string, serviceDomain: string): string | undefined =>
  readAddress(`https://api.${TENANT.exec(tenant)?.[1] ?? ''}.${serviceDomain}/api`);
