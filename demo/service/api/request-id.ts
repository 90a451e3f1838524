import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { Rate } from './rate-limit.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** Identifies a request in answers, audit entries and logs. */
    requestId: string;
    /** Remaining requests of the token; `undefined` before the token was checked. */
    rate: Rate | undefined;
  }
}

const SENT_ID = /^[\w-]{8,64}$/;

/** Uses the request id that a server in front of the service sent, or creates one. */
export const requestId: MiddlewareHandler = async (context, next) => {
  const given = context.req.header('X-Request-Id');
  const id = given !== undefined && SENT_ID.test(given) ? given : randomUUID();
  context.set('requestId', id);
  await next();
  context.res.headers.set('X-Request-Id', id);
};
