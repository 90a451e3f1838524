import type { Context, MiddlewareHandler } from 'hono';
import { isLoopback } from '../settings.ts';
import { Problem } from './problem.ts';

const HAS_PORT = /:\d*$/;
const LOCAL_SOCKET = /^(::1$|(::ffff:)?127\.)/;

/**
 * Requests come over https and to a host without a port (spec 1 rule 1, 8.1): behind a TLS terminator, a trusted hop that
 * says so in `X-Forwarded-Proto`. On one machine, for development, neither holds: but only if the connection is local too, for
 * anyone can write a `Host`. There is no redirect: it would carry the token on.
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

/** By the socket, where there is one: calls in process have none. */
function arrivesLocally(context: Context): boolean {
  const environment = context.env as { incoming?: { socket?: { localAddress?: string } } } | undefined;
  const address = environment?.incoming?.socket?.localAddress;
  return address === undefined || LOCAL_SOCKET.test(address);
}
