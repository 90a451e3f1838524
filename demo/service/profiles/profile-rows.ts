import { domainToASCII } from 'node:url';
import { sql, type RawBuilder } from 'kysely';
import type { KnownAs } from '../../../src/services/contract/profiles.ts';
import { compiledStatement } from '../database/compiled-statement.ts';
import { send } from '../database/pipeline.ts';
import { idsOfExternalIds } from './merged-names.ts';
import type { Database, Row } from '../database/tables.ts';
import { notFound } from '../api/problem.ts';

/** A profile that is not deleted. Throws 404. */
export async function readProfileRow(db: Database, id: string): Promise<Row<'profiles'>> {
  const row = await db
    .selectFrom('profiles')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/**
 * Locks profiles that are not deleted (key share), so that none of them is merged or purged until the transaction ends, and returns
 * their ids. Waits for a merge or purge that is running. Call it before locking anything that belongs to the profiles: merging and
 * purging lock in this order too.
 *
 * The order of locks of every transaction: rows of a batch or import, profiles by their ids, then everything that belongs to a
 * profile, its idempotency keys and events included, balances before definitions and stock. Writes lock the profile here; merging and
 * purging lock it for update (docs/decisions/0070).
 */
export async function lockProfiles(work: Database, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const rows = await work
    .selectFrom('profiles')
    .select('id')
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forKeyShare()
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks the profile of a call. Throws 404 when it was merged or purged after the call was checked. */
export async function lockProfile(work: Database, id: string): Promise<void> {
  if ((await lockOne(work, { id })).length === 0) throw notFound();
}

/**
 * The same before a part of the transaction, in one round trip with its first statement: PostgreSQL executes it after the lock. If the
 * profile is gone the part fails or is rolled back, and the 404 takes precedence.
 */
export async function withLockedProfile<T>(work: Database, id: string, part: () => Promise<T>): Promise<T> {
  const locked = await send(work, lockOne.of(work, { id }));
  const [rows, result] = await Promise.allSettled([locked.rows, part()]);
  if (rows.status === 'rejected') throw rows.reason;
  if (rows.value.length === 0) throw notFound();
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

/** `lockProfiles` for one profile: nearly every request that writes begins with it. */
const lockOne = compiledStatement<{ readonly id: string }, { readonly id: string }>(
  ['id'],
  ({ id }) => sql`select id from profiles where id = ${id} and deleted_at is null for key share`,
);

export interface ProfileSearch {
  readonly identifier: string;
  /** The only profile that may be found; undefined for any. */
  readonly within: string | undefined;
  /** Whether the identifier may be the profile's id as well; an id has precedence over another profile's identity. */
  readonly byId?: boolean;
}

/** The profile with an identity of this value. Throws 404, for a customer also when the profile is another one. */
export async function findProfile(db: Database, { identifier, within, byId = false }: ProfileSearch) {
  const ids = await idsByIdentity(db, identifier);
  const row = await db
    .selectFrom('profiles')
    .selectAll()
    .where('id', 'in', byId ? [...ids, identifier] : ids)
    .where('deleted_at', 'is', null)
    .$if(within !== undefined, (query) => query.where('id', '=', within ?? ''))
    .orderBy((order) => order('id', '=', identifier), 'desc')
    .orderBy('id')
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** Looks up ids in a separate query, which uses the indexes: one query with `or` reads the whole table. */
async function idsByIdentity(db: Database, value: string): Promise<string[]> {
  const rows = await db
    .selectFrom('identities')
    .select('profile_id')
    .where('value', 'in', [value, emailIdentity(value)])
    .where((where) => where.or([where('value', '=', value), where('namespace', '=', 'email')]))
    .execute();
  return rows.length ? rows.map((row) => row.profile_id) : [''];
}

/**
 * The identity of an e-mail address: upper and lower case, composed and decomposed letters, and both spellings of a domain
 * (`müller.example` and `xn--mller-kva.example`, which browsers send) are one address.
 */
export function emailIdentity(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const name = email
    .slice(0, at + 1)
    .normalize('NFC')
    .toLowerCase();
  return name + (domainToASCII(domain) || domain.toLowerCase());
}

/** The ids of the profiles with one of these e-mail addresses, as SQL: of all that a new profile with it is refused for. */
export const idsOfEmails = (emails: readonly string[]): RawBuilder<string> => sql`(
  select profile_id from identities where namespace = 'email' and value = any(${emails.map(emailIdentity)}::text[])
  union select id from profiles
  where lower(email) = any((select array_agg(lower(one)) from unnest(${emails}::text[]) as one)::text[]))`;

/** The value of an identity, as it is stored. */
export const identityValue = <Value extends string | null | undefined>(namespace: unknown, value: Value) =>
  namespace === 'email' && value ? emailIdentity(value) : value;

/** The profile that has, or had before a merge, this external id or e-mail address. Deleted ones count only with `deleted`. */
export async function profileKnownAs(
  db: Database,
  { external_id, email }: { readonly external_id?: string | null; readonly email?: string | null },
  { deleted = false }: { readonly deleted?: boolean } = {},
): Promise<string | undefined> {
  const known = [
    ...(external_id ? [idsOfExternalIds([external_id])] : []),
    ...(email ? [sql`select id from profiles where id in ${idsOfEmails([email])}`] : []),
  ];
  if (known.length === 0) return undefined;
  const { rows } = await sql<{ id: string }>`
    select id from profiles where id in (${sql.join(known, sql` union `)})
      ${deleted ? sql`` : sql`and deleted_at is null`} limit 1`.execute(db);
  return rows[0]?.id;
}

/** Whether a profile has one of these identifiers; deleted profiles count only with `deleted`. */
export async function isKnown(
  db: Database,
  { email, external_id, identifier }: KnownAs,
  { deleted }: { readonly deleted: boolean },
): Promise<boolean> {
  if (
    (await profileKnownAs(db, { email: email ?? null, external_id: external_id ?? null }, { deleted })) !==
    undefined
  )
    return true;
  if (!identifier) return false;
  const found = await db
    .selectFrom('profiles')
    .select('id')
    .limit(1)
    .$if(!deleted, (query) => query.where('deleted_at', 'is', null))
    .where('id', 'in', [...(await idsByIdentity(db, identifier)), identifier])
    .executeTakeFirst();
  return found !== undefined;
}
