import type { KnownAs } from '../../../src/services/shapes/records/profiles.ts';
import type { Database, Row } from '../database/tables.ts';
import { notFound } from '../http/problem.ts';

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
    .where((where) =>
      where.or([
        ...(byId ? [where('id', '=', identifier)] : []),
        where(
          'id',
          'in',
          where.selectFrom('identities').select('profile_id').where('value', '=', identifier),
        ),
      ]),
    )
    .where('deleted_at', 'is', null)
    .$if(within !== undefined, (query) => query.where('id', '=', within ?? ''))
    .orderBy((order) => order('id', '=', identifier), 'desc')
    .orderBy('id')
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** Whether a profile is known by one of these names; a deleted one counts only where that is asked for. */
export async function isKnown(db: Database, names: KnownAs, { deleted }: { deleted: boolean }) {
  const { email, external_id, identifier } = names;
  const row = await db
    .selectFrom('profiles')
    .select('profiles.id')
    .where((where) =>
      where.or([
        ...(email ? [where(where.fn('lower', ['email']), '=', email.toLowerCase())] : []),
        ...(external_id ? [where('external_id', '=', external_id)] : []),
        ...(identifier
          ? [
              where('id', '=', identifier),
              where(
                'id',
                'in',
                where.selectFrom('identities').select('profile_id').where('value', '=', identifier),
              ),
            ]
          : []),
      ]),
    )
    .$if(!deleted, (query) => query.where('deleted_at', 'is', null))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
