import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';

/** ASSUMPTION G16. */
export const TOKEN_LIFETIME_MINUTES = 60;
const TOKEN_BYTES = 32;

/** What a customer may do: ASSUMPTION G15. */
const CUSTOMER_SCOPES = ['profiles.read', 'incentives.read', 'incentives.write', 'lists.read', 'lists.write'];

/** A token is 256 random bits, so a plain hash is enough: there is nothing to guess from. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A new token for a profile. Its value exists in the answer alone. */
export async function issueToken(db: Database, profileId: string): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await db
    .insertInto('tokens')
    .values({
      hash: hashOf(token),
      profile_id: profileId,
      scopes: CUSTOMER_SCOPES,
      expires_at: sql`now() + ${TOKEN_LIFETIME_MINUTES} * interval '1 minute'`,
    })
    .execute();
  return token;
}
