import { sql } from 'kysely';
import type { Principal } from '../auth/principal.ts';
import type { Database } from '../database/tables.ts';
import { countRequest, refuseExcess } from './rate-limit.ts';
import { Problem } from './problem.ts';

/**
 * Failed lookups per minute. Machine users have a higher limit, because a shop's server sends the requests of all its visitors. The limit
 * of guests is a setting, `wrongLinksPerMinute`: behind a proxy that the service does not trust, all of them have one address.
 */
export const MISSES = { guest: 20, customer: 20, machine: 200 } as const;

/** The caller: a principal, or without a token the address that the request came from. */
type Caller = Principal | { readonly kind: 'guest'; readonly from: string };

/**
 * Limits how often a caller may ask for handles that do not exist, because a handle is enough to get access and must not be
 * found by trying. Above the limit every lookup is refused, also of a handle that exists. Counted per profile or user, so
 * that a new token does not reset the count, and without a token per address; outside the transaction of the request,
 * which a failed lookup rolls back. Throws 429.
 */
export async function limitFailedLookups<T>(
  db: Database,
  caller: Caller,
  work: () => Promise<T>,
  limit: number = MISSES[caller.kind],
): Promise<T> {
  const key = `failed-lookups:${ownerOf(caller)}`;
  const { misses = 0 } =
    (await db
      .selectFrom('request_windows')
      .select('requests as misses')
      .where('key', '=', key)
      .where('started_at', '>', sql<Date>`now() - interval '1 minute'`)
      .executeTakeFirst()) ?? {};
  if (misses >= limit) throw tooMany();
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem && error.status === 404) refuseExcess(await countRequest(db, key, limit));
    throw error;
  }
}

function ownerOf(caller: Caller): string {
  if (caller.kind === 'guest') return `address:${caller.from}`;
  return caller.kind === 'customer' ? `profile:${caller.profileId}` : `user:${caller.userId}`;
}

const tooMany = () =>
  new Problem(429, 'Too many requests: try again later.', { headers: { 'Retry-After': '60' } });
