import { lookup as systemLookup } from 'node:dns';
import { BlockList, isIP } from 'node:net';

/** IPv4 networks that webhooks must not reach: loopback, private, link-local, documentation, multicast and reserved ones. */
const nonPublic = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  nonPublic.addSubnet(network, prefix, 'ipv4');
}

/** IPv6: only global unicast addresses (2000::/3), without those that embed IPv4 addresses or are reserved. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
const reserved = new BlockList();
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  reserved.addSubnet(network, prefix, 'ipv6');
}

/** Whether an IPv4 or IPv6 address is public: not loopback, private, link-local, mapped, … */
export function isPublic(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !nonPublic.check(address, 'ipv4');
    case 6:
      return globalUnicast.check(address, 'ipv6') && !reserved.check(address, 'ipv6');
    default:
      return false;
  }
}

/** Resolves a host name to its addresses; injected in tests. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

export const resolve: Resolve = (hostname) =>
  new Promise((found, failed) => {
    systemLookup(hostname, { all: true }, (error, addresses) =>
      error ? failed(error) : found(addresses.map(({ address }) => address)),
    );
  });

const INTERNAL_NAMES = /\.(localhost|local|internal|intranet|lan|home|corp|arpa)$/;

/** The error of a webhook URL, as far as its text shows one; undefined for a valid URL. The host name is not resolved. */
export function faultOfUrl(text: string): string | undefined {
  const { protocol, hostname, username, password } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') return 'The address begins with https:// or http://.';
  if (username || password) return 'The address holds no user name and no password.';
  const host = bareHost(hostname);
  if (isIP(host)) return isPublic(host) ? undefined : 'The address is not one of the public network.';
  const named = host.replace(/\.$/, '');
  if (INTERNAL_NAMES.test(named) || !named.includes('.'))
    return 'The address is not one of the public network.';
  return undefined;
}

/** `[::1]` → `::1`. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, '').toLowerCase();
