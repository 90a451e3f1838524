import type { Database } from '../database/tables.ts';
import { invalid } from '../api/problem.ts';
import { survivorOf } from '../profiles/merged-names.ts';
import { profileKnownAs } from '../profiles/profile-rows.ts';
import { PROFILE_COLUMNS, type ImportTarget } from './models.ts';

type Row = Readonly<Record<string, unknown>>;

const names = { profile_external_id: 'external_id', profile_email: 'email' } as const;

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
  let profileId = given === undefined || given === null ? undefined : await survivorOf(db, String(given));
  for (const column of PROFILE_COLUMNS) {
    const value = row[column];
    if (profileId !== undefined || value === undefined || value === null) continue;
    profileId = await profileKnownAs(db, { [names[column]]: String(value) });
    if (profileId === undefined) throw invalid({ [column]: ['There is no such profile.'] });
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
