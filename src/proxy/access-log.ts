import type { HandledRequest } from './handled.ts';

/** Whether the access log names customers. */
export type AccessLogDetail = 'requests' | 'customers';

/** A line of the access log: JSON. With `customers` it has the profile of the path, too, which identifies a customer. */
export const accessLine = (
  { method, operation, status, durationMs, profile }: HandledRequest,
  detail: AccessLogDetail,
  now = new Date(),
): string =>
  JSON.stringify({
    time: now.toISOString(),
    method,
    operation,
    status,
    ms: Math.round(durationMs * 10) / 10,
    ...(detail === 'customers' && { profile }),
  });
