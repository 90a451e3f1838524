import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';

const KEY_BYTES = 32;
export const OLD_KEY_HOURS = 24;

/** The signing keys of an owner (`webhook:5`), newest first. Creates the first one. */
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

/** The signing keys of an owner, newest first; none if none was created yet. */
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

/** Creates a new key. The old one stays valid for a day, so that receivers can change it without losing messages. */
export const rotateKey = (db: Database, owner: string): Promise<string> =>
  db.transaction().execute((work) => replaceKey(work, owner));

/** As `rotateKey`, within the transaction of the caller. */
export async function replaceKey(work: Database, owner: string): Promise<string> {
  await work
    .updateTable('signing_keys')
    .set({ retires_at: sql`now() + ${OLD_KEY_HOURS} * interval '1 hour'` })
    .where('owner', '=', owner)
    .where('retires_at', 'is', null)
    .execute();
  const secret = newSecret();
  await work.insertInto('signing_keys').values({ owner, secret }).execute();
  return secret;
}

/** A signing key without its secret. */
export interface KnownKey {
  readonly owner: string;
  /** Its last characters, to identify it. */
  readonly ending: string;
  readonly createdAt: Date;
  /** When it stops signing; null for the newest key. */
  readonly retiresAt: Date | null;
}

/** The valid keys of owners, newest first. */
export async function knownKeys(db: Database, owners: readonly string[]): Promise<readonly KnownKey[]> {
  if (owners.length === 0) return [];
  const { rows } = await sql<KnownKey>`
    select owner, right(secret, 5) as ending, created_at as "createdAt", retires_at as "retiresAt" from signing_keys
    where owner = any(${owners}) and (retires_at is null or retires_at > now())
    order by id desc`.execute(db);
  return rows;
}

const newSecret = (): string => `whsec_${randomBytes(KEY_BYTES).toString('base64')}`;
