import { Refusal } from '../guard/answer.ts';
import type { Log } from '../log.ts';
import type { Counter, Taken } from '../storage/storage.ts';

/** Counts a try. @throws Refusal 429 with `Retry-After` when it is one too many, 503 when it cannot be counted */
export async function take(
  counter: Counter,
  key: string,
  log: Log,
): Promise<Extract<Taken, { allowed: true }>> {
  const taken = await counter.take(key).catch(() => {
    throw uncountable(log);
  });
  if (taken.allowed) return taken;
  log({ level: 'warn', event: 'login_limited' });
  throw new Refusal(429, 'Too many tries. Please wait a while.', {
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(taken.waitMs / 1_000))) },
  });
}

/** Uncounted tries would be unlimited ones. */
export function uncountable(log: Log): Refusal {
  log({ level: 'error', event: 'storage_failed' });
  return new Refusal(503, 'Signing in is not possible at the moment.', { headers: { 'Retry-After': '5' } });
}
