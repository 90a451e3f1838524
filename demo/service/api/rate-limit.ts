import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database/tables.ts';
import { Problem } from './problem.ts';

/** Requests per minute and token: ASSUMPTION. */
export const REQUESTS_PER_MINUTE = 600;
const WINDOW_SECONDS = 60;

/** Remaining requests of a window; shown as `X-RateLimit-*`. */
export interface Rate {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the next window. */
  readonly reset: number;
  /** Seconds until the next window, if this one is used up. */
  readonly retryAfter: number | undefined;
}

/**
 * A statement that counts one request against the key that `source` selects. The count is in the database, so all
 * processes of the service share it; the table is unlogged, so a crash of the database resets all counts.
 */
export const counting = (
  source: RawBuilder<unknown>,
  seconds = WINDOW_SECONDS,
): RawBuilder<Counted> => sql<Counted>`
    insert into request_windows as mine (key) ${source}
    on conflict (key) do update set
      requests = case when mine.started_at > now() - ${seconds}::integer * interval '1 second'
        then mine.requests + 1 else 1 end,
      started_at = case when mine.started_at > now() - ${seconds}::integer * interval '1 second'
        then mine.started_at else now() end
    returning requests,
      greatest(1, ceil(${seconds}::integer - extract(epoch from now() - started_at)))::integer as reset`;

/** Requests in this window, and seconds until the next one. */
export interface Counted {
  readonly requests: number;
  readonly reset: number;
}

/** Counts one request of a key, in a separate statement. */
export async function countRequest(
  db: Database,
  key: string,
  limit: number,
  seconds = WINDOW_SECONDS,
): Promise<Rate> {
  const { rows } = await counting(sql`values (${key})`, seconds).execute(db);
  return rateOf(rows[0] ?? { requests: 1, reset: WINDOW_SECONDS }, limit);
}

/** Removes a request from the count: a right password must not count as a wrong one. A window that began since is not counted below 0. */
export async function uncountRequest(db: Database, key: string): Promise<void> {
  await sql`update request_windows set requests = greatest(0, requests - 1) where key = ${key}`.execute(db);
}

export const rateOf = ({ requests, reset }: Counted, limit: number): Rate => ({
  limit,
  remaining: Math.max(0, limit - requests),
  reset,
  retryAfter: requests > limit ? reset : undefined,
});

/** Throws 429 if the key has used up its window. */
export function refuseExcess({ retryAfter }: Rate): void {
  if (retryAfter === undefined) return;
  throw new Problem(429, 'Too many requests: try again later.', {
    headers: { 'Retry-After': String(retryAfter) },
  });
}

/** The limit, the requests left, and the moment of the next window in seconds since 1970. */
export const rateHeaders = ({ limit, remaining, reset }: Rate): Readonly<Record<string, string>> => ({
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(remaining),
  'X-RateLimit-Reset': String(Math.floor(Date.now() / 1_000) + reset),
});
