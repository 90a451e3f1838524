import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';

const KEY_BYTES = 32;
const OLD_KEY_HOURS = 24;

/** The secrets that sign for an owner (`webhook:5`), newest first: the first one is made when it is needed. */
export async function signingKeys(db: Database, owner: string): Promise<readonly string[]> {
  const found = await currentKeys(db, owner);
  if (found.length) return found;
  await db
    .insertInto('signing_keys')
    .values({ owner, secret: newSecret() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return await currentKeys(db, owner);
}

/** The secrets of an owner that has some. */
export async function currentKeys(db: Database, owner: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('signing_keys')
    .select('secret')
    .where('owner', '=', owner)
    .where((where) => where.or([where('retires_at', 'is', null), where('retires_at', '>', sql<Date>`now()`)]))
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ secret }) => secret);
}

/** A new secret; the old one stays valid for a day, so that receivers can change without losing a message. */
export async function rotateKey(db: Database, owner: string): Promise<string> {
  return await db.transaction().execute(async (work) => {
    await work
      .updateTable('signing_keys')
      .set({ retires_at: sql`now() + ${OLD_KEY_HOURS} * interval '1 hour'` })
      .where('owner', '=', owner)
      .where('retires_at', 'is', null)
      .execute();
    const secret = newSecret();
    await work.insertInto('signing_keys').values({ owner, secret }).execute();
    return secret;
  });
}

const newSecret = (): string => `whsec_${randomBytes(KEY_BYTES).toString('base64')}`;
