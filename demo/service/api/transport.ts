import type { Context, MiddlewareHandler } from 'hono';
import { limitKeyOf } from '../../../src/proxy/guard/arrival.ts';
import { nodeArrival } from '../../../src/proxy/guard/node-arrival.ts';
import { isLoopback, isLoopbackIp } from '../../../src/services/transport/loopback.ts';
import { Problem } from './problem.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** The key of limits by address: the client's address, or its /64 of IPv6. */
    address: string;
    /** Whether the request came over https, by the connection or by the header of a trusted hop. */
    encrypted: boolean;
  }
}

/**
 * Reads the client's address and whether the request came over https. Only headers of trusted hops are used.
 * Calls in the same process have no socket.
 */
export function arrival(trustedHops: readonly string[] = []): MiddlewareHandler {
  const read = nodeArrival(trustedHops);
  return async (context, next) => {
    const https = new URL(context.req.url).protocol === 'https:';
    if (socketOf(context)) {
      const { address, secure } = read(context.req.raw, context.env);
      context.set('address', limitKeyOf(address));
      // `secure` is also true for a loopback connection without a terminator, which only a loopback host may use.
      context.set('encrypted', https || (secure && context.req.header('X-Forwarded-Proto') !== undefined));
    } else {
      context.set('address', 'in process');
      context.set('encrypted', https);
    }
    await next();
  };
}

const HAS_PORT = /:\d*$/;

/**
 * Requests come over https and to a host without a port (spec 1 rule 1, 8.1): behind a TLS terminator, a trusted hop with
 * `X-Forwarded-Proto`. A loopback host needs neither, for development; but only over a local connection, because any client
 * can send any `Host`. There is no redirect: it would send the token once more.
 */
export const secureTransport: MiddlewareHandler = async (context, next) => {
  const url = new URL(context.req.url);
  const host = context.req.header('Host') ?? url.host;
  const name = host.replace(HAS_PORT, '');
  if (!isLoopback(name) || !arrivesLocally(context)) {
    if (HAS_PORT.test(host)) throw new Problem(400, 'The address must not have a port.');
    if (!context.get('encrypted')) throw new Problem(400, 'Requests are made over https only.');
  }
  await next();
};

/** By the socket; calls in the same process have none and count as local. */
function arrivesLocally(context: Context): boolean {
  const address = socketOf(context)?.localAddress;
  return address === undefined || isLoopbackIp(address);
}

/** The socket, which `@hono/node-server` passes in the environment; Hono has no type for it. */
const socketOf = ({ env }: Context<{ Bindings?: { incoming?: { socket?: { localAddress?: string } } } }>) =>
  env?.incoming?.socket;
