import { lookup as systemLookup } from 'node:dns';
import { BlockList, isIP } from 'node:net';

/** Where nobody outside may send us: ourselves, the networks around us, and what is not an address of one machine. */
const inside = new BlockList();
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
  inside.addSubnet(network, prefix, 'ipv4');
}

/** Only what is given to machines of the world (2000::/3), without the parts of it that carry other addresses. */
const world = new BlockList();
world.addSubnet('2000::', 3, 'ipv6');
const carriers = new BlockList();
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  carriers.addSubnet(network, prefix, 'ipv6');
}

/** Whether an address, v4 or v6, is one of the world. Everything else is: loopback, private, link-local, mapped, … */
export function isPublic(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !inside.check(address, 'ipv4');
    case 6:
      return world.check(address, 'ipv6') && !carriers.check(address, 'ipv6');
    default:
      return false;
  }
}

/** A host name's addresses; injected in tests. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

export const resolve: Resolve = (hostname) =>
  new Promise((found, failed) => {
    systemLookup(hostname, { all: true }, (error, addresses) =>
      error ? failed(error) : found(addresses.map(({ address }) => address)),
    );
  });

const INSIDE_NAMES = /\.(localhost|local|internal|intranet|lan|home|corp|arpa)$/;

/** What is wrong with an address to send to, as far as its text says; undefined where it is fine. */
export function faultOfUrl(text: string): string | undefined {
  const { protocol, hostname, username, password } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') return 'The address begins with https:// or http://.';
  if (username || password) return 'The address holds no user name and no password.';
  const host = bareHost(hostname);
  if (isIP(host)) return isPublic(host) ? undefined : 'The address is not one of the public network.';
  const named = host.replace(/\.$/, '');
  if (INSIDE_NAMES.test(named) || !named.includes('.'))
    return 'The address is not one of the public network.';
  return undefined;
}

/** `[::1]` → `::1`. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, '').toLowerCase();
