import type { Context, MiddlewareHandler } from 'hono';
import { limitKeyOf } from '../../../src/proxy/guard/arrival.ts';
import { nodeArrival } from '../../../src/proxy/guard/node-arrival.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** What limits by address count by: the client's address, or its /64 of IPv6. */
    address: string;
    /** Whether it came over https, by the connection itself or by what a trusted hop says. */
    encrypted: boolean;
  }
}

interface Connection {
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } };
}

/** Reads where a request comes from. Headers of anybody but the trusted hops say nothing. Calls in process have no socket. */
export function arrival(trustedHops: readonly string[] = []): MiddlewareHandler {
  const read = nodeArrival(trustedHops);
  return async (context, next) => {
    const https = new URL(context.req.url).protocol === 'https:';
    if (hasSocket(context)) {
      const { address, secure } = read(context.req.raw, context.env);
      context.set('address', limitKeyOf(address));
      // A connection of this machine without a terminator counts as secure there: that is for a loopback host alone.
      context.set('encrypted', https || (secure && context.req.header('X-Forwarded-Proto') !== undefined));
    } else {
      context.set('address', 'in process');
      context.set('encrypted', https);
    }
    await next();
  };
}

const hasSocket = ({ env }: Context): boolean =>
  (env as Connection | undefined)?.incoming?.socket !== undefined;
