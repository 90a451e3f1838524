import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database/tables.ts';
import { invalid } from '../../api/problem.ts';
import { PROFILE_COLUMNS, type ImportTarget } from './models.ts';

type Row = Readonly<Record<string, unknown>>;

const conditions: Readonly<Record<(typeof PROFILE_COLUMNS)[number], (value: string) => RawBuilder<boolean>>> =
  {
    profile_external_id: (value) => sql`external_id = ${value}`,
    profile_email: (value) => sql`lower(email) = lower(${value})`,
  };

/**
 * The profile of a row, by its id, external id or e-mail address, and the record without those columns. Throws 422 for an unknown
 * profile, and for a row without one if its model needs one.
 */
export async function profileOfRow(
  db: Database,
  row: Row,
  { fields, profileParameter }: Pick<ImportTarget, 'fields' | 'profileParameter'>,
): Promise<{ readonly profileId: string | undefined; readonly record: Row }> {
  const { profile_id: given, profile_external_id: _, profile_email: __, ...rest } = row;
  let profileId = given === undefined || given === null ? undefined : String(given);
  for (const column of PROFILE_COLUMNS) {
    const value = row[column];
    if (profileId !== undefined || value === undefined || value === null) continue;
    const profile = await db
      .selectFrom('profiles')
      .select('id')
      .where(conditions[column](String(value)))
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!profile) throw invalid({ [column]: ['There is no such profile.'] });
    profileId = profile.id;
  }
  if (profileParameter !== undefined && profileId === undefined)
    throw invalid({
      profile_id: [`The row names no profile: fill profile_id, ${PROFILE_COLUMNS.join(' or ')}.`],
    });
  return {
    profileId,
    record: 'profile_id' in fields && profileId ? { ...rest, profile_id: profileId } : rest,
  };
}
