/// <reference types="node" />
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { isLoopbackIp } from '../../services/transport/loopback.ts';
import { SettingsError } from '../settings/settings.ts';
import { withoutPort, type ReadArrival } from './arrival.ts';

/**
 * Uses a forwarded address only where the connection itself comes from a trusted hop.
 *
 * @param allowsHttp counts every request as secure, for trying the proxy
 */
export function nodeArrival(trustedHops: readonly string[], allowsHttp = false): ReadArrival {
  const trusted = readHops(trustedHops);
  const isTrusted = (address: string) =>
    isIP(address) > 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  return (request, env) => {
    const { incoming } = env as { incoming: IncomingMessage };
    const peer = plain(incoming.socket.remoteAddress ?? '');
    const encrypted = 'encrypted' in incoming.socket;
    const forwarded = request.headers.get('X-Forwarded-For');
    const scheme = request.headers.get('X-Forwarded-Proto');
    if (isTrusted(peer)) {
      // Each hop appends the address of its client. From the right, the first address that is no trusted hop is the client's; the
      // client itself may have written those to the left of it.
      const chain = (forwarded ?? '').split(',').map((part) => plain(withoutPort(part.trim())));
      const client = chain.reverse().find((address) => !isTrusted(address));
      return {
        address: client && isIP(client) ? client : peer,
        secure: allowsHttp || scheme === 'https',
      };
    }
    const local = isLoopbackIp(peer) && forwarded === null && scheme === null;
    return { address: peer || 'unknown', secure: allowsHttp || encrypted || local };
  };
}

const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

const BITS = /^[1-9]\d{0,2}$/;

function readHops(hops: readonly string[]): BlockList {
  const list = new BlockList();
  for (const hop of hops) {
    const [address = '', bits, ...more] = hop.split('/');
    const family = isIP(address);
    const width = bits === undefined ? undefined : Number(bits);
    // Number() reads other spellings, too, such as 0x8.
    const inRange = bits === undefined || (BITS.test(bits) && Number(bits) <= (family === 6 ? 128 : 32));
    if (family === 0 || !inRange || more.length > 0) {
      throw new SettingsError([`trustedHops: "${hop}" is not an address or a network such as 10.0.0.0/8.`]);
    }
    const kind = family === 6 ? 'ipv6' : 'ipv4';
    if (width === undefined) list.addAddress(address, kind);
    else list.addSubnet(address, width, kind);
  }
  return list;
}
