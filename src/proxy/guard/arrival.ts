import type { ProxyConfig } from '../settings/settings.ts';

/** How a request came in. */
export interface Arrival {
  /** Address of the client; the one thing limits can hold on to. */
  readonly address: string;
  /** Over https, or from this machine itself while a demo runs. */
  readonly secure: boolean;
}

/** Tells how a request came in. `env` is what the runtime hands to `fetch` beside the request. */
export type ReadArrival = (request: Request, env: unknown) => Arrival;

/** Names of this machine itself, as `URL` writes them. */
export const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** For runtimes that end TLS themselves and say the client's address in a header of their own. */
export function edgeArrival({ addressHeader }: Pick<ProxyConfig, 'addressHeader'>): ReadArrival {
  return (request) => {
    const { protocol, hostname } = new URL(request.url);
    return {
      address: (addressHeader && request.headers.get(addressHeader)) || 'unknown',
      secure: protocol === 'https:' || LOOPBACK.test(hostname),
    };
  };
}

/** One customer has one IPv4 address, but a whole /64 of IPv6 ones. */
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
