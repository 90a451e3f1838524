import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { Rate } from './rate-limit.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** Names one request in answers, audits and logs. */
    requestId: string;
    /** What is left of the token's window, once it is known whose request it is. */
    rate: Rate | undefined;
  }
}

const FROM_OUTSIDE = /^[\w-]{8,64}$/;

/** Keeps the id that a terminator in front of us gave, or makes one. */
export const requestId: MiddlewareHandler = async (context, next) => {
  const given = context.req.header('X-Request-Id');
  const id = given !== undefined && FROM_OUTSIDE.test(given) ? given : randomUUID();
  context.set('requestId', id);
  await next();
  context.res.headers.set('X-Request-Id', id);
};
