import { LoyaltyError } from './errors.ts';

// The check reads the raw text: `new URL('https://host:443').port` is '' and many other spellings are normalised
// away before one can see them.
const HTTPS_ADDRESS =
  /^https:\/\/(?=.{1,253}(\/|$))([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d](\/[\w.~-]+)*\/?$/i;
const LOOPBACK_ADDRESS = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?(\/[\w.~-]+)*\/?$/i;
const DOT_SEGMENT = /\/\.{1,2}(\/|$)/;
const LABEL = /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/i;
const IP_ADDRESS = /^[\d.]+$/;

/**
 * The base address, without a trailing slash: https only, no port, not even `:443` (spec 1 rule 1, 8.1). Loopback hosts
 * are the one exception, so that a demo and tests can run on one machine.
 * @throws LoyaltyError `invalid_config`
 */
export function checkAddress(address: string, setting = 'base-url'): string {
  if ((HTTPS_ADDRESS.test(address) || LOOPBACK_ADDRESS.test(address)) && !DOT_SEGMENT.test(address)) {
    return address.replace(/\/$/, '');
  }
  throw new LoyaltyError(
    'invalid_config',
    `${setting} must be an https address without a port, such as https://api.acme.example.com/api. It is "${address}".`,
  );
}

/**
 * `https://api.{tenant}.<service domain>/api` (spec Notation). A manager host name stands for its first label
 * (spec 1 rule 2).
 * @throws LoyaltyError `invalid_config`
 */
export function tenantAddress(tenant: string, serviceDomain: string): string {
  const host = tenant.replace(/^https:\/\//, '').replace(/\/.*$/, '');
  const label = host.split('.')[0]!;
  if (!LABEL.test(label) || IP_ADDRESS.test(host) || label === 'localhost') {
    throw new LoyaltyError(
      'invalid_config',
      `tenant must be a name such as acme, the first part of your manager's host name. It is "${tenant}".`,
    );
  }
  return checkAddress(`https://api.${label}.${serviceDomain}/api`, 'service-domain');
}
