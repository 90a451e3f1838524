import { sql } from 'kysely';
import type { Principal } from '../platform/auth/principal.ts';
import type { Database } from '../platform/database/tables.ts';
import { countRequest, refuseExcess } from './rate-limit.ts';
import { Problem } from './problem.ts';

/** Misses in a minute. A shop's server asks for all its visitors. */
const MISSES = { guest: 20, customer: 20, machine: 200 } as const;

/** Who tries: by a token, or without one by the address that the request came from. */
type Asker = Principal | { readonly kind: 'guest'; readonly from: string };

/**
 * Handles that open something to whoever knows them are not guessed: who misses too often is refused, whether they
 * then hit or not. Counted per profile or user, so that a new token brings no new tries, without a token per address, and
 * beside the transaction of the request, which a miss undoes. Throws 429.
 */
export async function limitFailedLookups<T>(db: Database, asker: Asker, work: () => Promise<T>): Promise<T> {
  const key = `guesses:${ownerOf(asker)}`;
  const limit = MISSES[asker.kind];
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

function ownerOf(asker: Asker): string {
  if (asker.kind === 'guest') return `address:${asker.from}`;
  return asker.kind === 'customer' ? `profile:${asker.profileId}` : `user:${asker.userId}`;
}

const tooMany = () =>
  new Problem(429, 'Too many requests: try again later.', { headers: { 'Retry-After': '60' } });
