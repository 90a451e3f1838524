import type { KnownAs } from '../../../src/services/contract/shapes/records/profiles.ts';
import type { Database, Row } from '../platform/database/tables.ts';
import { notFound } from '../api/problem.ts';
import { emailIdentity } from './email.ts';

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

export interface Named {
  readonly identifier: string;
  /** The one profile that may be found; any without it. */
  readonly within: string | undefined;
  /** Whether its id is a name of it too; where one is another's identity, the id wins. */
  readonly byId?: boolean;
}

/** The profile with an identity of this value. Throws 404; of a customer's search also for everybody else's. */
export async function findProfile(db: Database, { identifier, within, byId = false }: Named) {
  const row = await db
    .selectFrom('profiles')
    .selectAll()
    .where(
      'id',
      'in',
      byId ? [...(await byIdentity(db, identifier)), identifier] : await byIdentity(db, identifier),
    )
    .where('deleted_at', 'is', null)
    .$if(within !== undefined, (query) => query.where('id', '=', within ?? ''))
    .orderBy((order) => order('id', '=', identifier), 'desc')
    .orderBy('id')
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** Ids first, by an index each: a question with `or` in it reads the whole table. */
async function byIdentity(db: Database, value: string): Promise<string[]> {
  const email = emailIdentity(value);
  const rows = await db
    .selectFrom('identities')
    .select('profile_id')
    .where('value', 'in', [value, email])
    .where((where) => where.or([where('value', '=', value), where('namespace', '=', 'email')]))
    .execute();
  return rows.length ? rows.map((row) => row.profile_id) : [''];
}

/** Whether a profile is known by one of these names; a deleted one counts only where that is asked for. */
export async function isKnown(
  db: Database,
  { email, external_id, identifier }: KnownAs,
  { deleted }: { readonly deleted: boolean },
): Promise<boolean> {
  const profiles = db
    .selectFrom('profiles')
    .select('id')
    .limit(1)
    .$if(!deleted, (query) => query.where('deleted_at', 'is', null));
  const questions = [
    ...(email ? [profiles.where(({ fn }) => fn('lower', ['email']), '=', email.toLowerCase())] : []),
    ...(external_id ? [profiles.where('external_id', '=', external_id)] : []),
    ...(identifier ? [profiles.where('id', 'in', [...(await byIdentity(db, identifier)), identifier])] : []),
  ];
  for (const question of questions) if (await question.executeTakeFirst()) return true;
  return false;
}
