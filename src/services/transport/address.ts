/**
 * A host name without a port, or a loopback host; then a path without dot segments. It is tested on the raw text, because `new URL`
 * normalises: the port of `https://host:443` reads as ''.
 */
const ADDRESS =
  /^(https:\/\/([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]|https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?)(\/(?!\.\.?(\/|$))[\w.~-]+)*\/?$/i;
const MAX_LENGTH = 2_000;

/**
 * The base address, without a trailing slash: https only, no port, not even `:443` (spec 1 rule 1, 8.1). Loopback hosts
 * are the exception, so that a demo and tests can run on one machine. `undefined` for any other text.
 */
export const readAddress = (address: string): string | undefined =>
  address.length <= MAX_LENGTH && ADDRESS.test(address) ? address.replace(/\/$/, '') : undefined;

/** The first label of a manager's host name or address. An IP address or `localhost` names no tenant. */
const TENANT = /^(?:https:\/\/)?(?!localhost\b|[\d.]+(?:[:/]|$))([^./]+)/i;

/** Where a service is, as settings say it: its base address, or the tenant and the domain of the service. */
export interface ServiceLocation {
  readonly baseUrl?: string | null | undefined;
  readonly tenant?: string | null | undefined;
  readonly serviceDomain?: string | null | undefined;
}

/**
 * The base address of a service: `baseUrl`, else `https://api.{tenant}.<service domain>/api` (spec Notation, 1 rule 2). `undefined` where
 * they make no valid address: a slash in the domain is doubled, because no valid address has a double slash.
 */
export const serviceAddress = ({ baseUrl, tenant, serviceDomain }: ServiceLocation): string | undefined =>
  readAddress(
    baseUrl ||
      `https://api.${TENANT.exec(tenant || '')?.[1] ?? ''}.${(serviceDomain || '').replace('/', '//')}/api`,
  );
