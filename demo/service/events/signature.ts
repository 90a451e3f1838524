import { createHmac, timingSafeEqual } from 'node:crypto';

/** Seconds by which the time of a message may differ from our clock. */
const TOLERANCE = 300;

export interface SignedHeaders {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

/** Standard Webhooks 1.0.0: `v1,<base64 of HMAC-SHA256 over id.timestamp.body>`, one per key, separated by spaces. */
export function sign(secrets: readonly string[], id: string, seconds: number, body: string): SignedHeaders {
  const signatures = secrets.map((secret) => `v1,${digest(secret, `${id}.${seconds}.${body}`)}`);
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  };
}

/** Whether one of the signatures is valid for one of the keys, and its time within the tolerance. */
export function verify(
  secrets: readonly string[],
  headers: Partial<SignedHeaders>,
  body: string,
  now = Date.now() / 1_000,
): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers;
  if (!id || id.length > 255 || !signature || signature.length > 2_000) return false;
  if (!timestamp || !/^\d{1,12}$/.test(timestamp) || Math.abs(now - Number(timestamp)) > TOLERANCE)
    return false;
  const wanted = secrets.map((secret) => Buffer.from(digest(secret, `${id}.${timestamp}.${body}`)));
  return signature
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .map((one) => Buffer.from(one.slice(3)))
    .some((given) => wanted.some((one) => one.length === given.length && timingSafeEqual(one, given)));
}

const digest = (secret: string, text: string): string =>
  createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(text)
    .digest('base64');
