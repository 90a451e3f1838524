// The check reads the raw text: `new URL('https://host:443').port` is '' and many other spellings are normalised
// away before one can see them. A host name, or a loopback host with its port; then a path without dot segments.
const ADDRESS =
  /^(https:\/\/([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]|https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?)(\/(?!\.\.?(\/|$))[\w.~-]+)*\/?$/i;
const MAX_LENGTH = 2_000;

/**
 * The base address, without a trailing slash: https only, no port, not even `:443` (spec 1 rule 1, 8.1). Loopback hosts
 * are the one exception, so that a demo and tests can run on one machine. `undefined` for anything else.
 */
export const readAddress = (address: string): string | undefined =>
  address.length <= MAX_LENGTH && ADDRESS.test(address) ? address.replace(/\/$/, '') : undefined;

/** The first label of a manager host name or address; an IP address and `localhost` are hosts, but no tenant's. */
const TENANT = /^(?:https:\/\/)?(?!localhost\b|[\d.]+(?:[:/]|$))([^./]+)/i;

/**
 * `https://api.{tenant}.<service domain>/api` (spec Notation, 1 rule 2). `undefined` where no address comes of it: a path
 * behind the domain gets a doubled slash, which no address has.
 */
export const tenantAddress = (tenant: string, serviceDomain: string): string | undefined =>
  readAddress(`https://api.${TENANT.exec(tenant)?.[1] ?? ''}.${serviceDomain.replace('/', '//')}/api`);
