import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { unauthenticated } from '../http/problem.ts';
import { hashOf } from './tokens.ts';

/** Who is asking: a customer, by the token of the storefront. */
export interface Principal {
  readonly profileId: string;
  readonly scopes: readonly string[];
}

const BEARER = /^Bearer +([\x21-\x7e]{1,512})$/i;

/** Missing, malformed, unknown, expired and revoked are one and the same answer: 401. */
export async function principalOf(db: Database, authorization: string | undefined): Promise<Principal> {
  const token = BEARER.exec(authorization ?? '')?.[1];
  if (token === undefined) throw unauthenticated();
  const row = await db
    .selectFrom('tokens')
    .select(['profile_id', 'scopes'])
    .where('hash', '=', hashOf(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw unauthenticated();
  return { profileId: row.profile_id, scopes: row.scopes };
}
