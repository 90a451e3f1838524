import { isLoopback } from '../../services/transport/loopback.ts';
import type { ProxyConfig } from '../settings/settings.ts';

/** The client's address, and whether the request is secure. */
export interface Arrival {
  /** Address of the client: limits count by it. */
  readonly address: string;
  /** Over https, or from this machine itself, such as in a demo. */
  readonly secure: boolean;
}

/** Reads the client's address of a request. `env` is the second argument that the runtime passes to `fetch`. */
export type ReadArrival = (request: Request, env: unknown) => Arrival;

/** For runtimes that end TLS themselves and send the client's address in their own header. */
export function edgeArrival({ addressHeader }: Pick<ProxyConfig, 'addressHeader'>): ReadArrival {
  return (request) => {
    const { protocol, hostname } = new URL(request.url);
    return {
      address: withoutPort((addressHeader && request.headers.get(addressHeader)) || 'unknown'),
      secure: protocol === 'https:' || isLoopback(hostname),
    };
  };
}

const WITH_PORT = /^(?:(\d+(?:\.\d+){3}):\d+|\[([\da-f:.]+)\](?::\d+)?)$/i;

/** The address alone: some servers write `203.0.113.7:4711` or `[2001:db8::1]:443`, with another port for each connection. */
export function withoutPort(address: string): string {
  const [, v4, v6] = WITH_PORT.exec(address) ?? [];
  return v4 ?? v6 ?? address;
}

/** Limits count an IPv4 address, or a whole /64 network of IPv6: one customer has all addresses in it. */
export function limitKeyOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail = ''] = address.toLowerCase().split('%', 1)[0]!.split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const gap = address.includes('::') ? Math.max(0, 8 - left.length - right.length) : 0;
  const groups = [...left, ...Array<string>(gap).fill('0'), ...right];
  return (
    groups
      .slice(0, 4)
      .map((group) => group.replace(/^0+(?=.)/, ''))
      .join(':') + '::/64'
  );
}
