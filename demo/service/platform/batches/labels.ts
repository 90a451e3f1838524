import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { invalid, notFound } from '../../api/problem.ts';

/** Gives tags to a profile, or takes them. Throws 404 for no such profile. */
export const changeTags = (work: Database, profileId: string, tags: readonly string[], change: Change) =>
  changeLabels(work, profileId, 'tags', tags, change);

/** Gives a profile a status, or takes it. Throws 422 for one to give that the tenant does not have, by name or handle. */
export async function changeStatus(work: Database, profileId: string, status: string, change: Change) {
  if (change === 'add' && !(await isStatus(work, status)))
    throw invalid({ status: [`There is no status ${status}: add it to the statuses first.`] });
  await changeLabels(work, profileId, 'statuses', [status], change);
}

async function isStatus(work: Database, status: string): Promise<boolean> {
  const found = await work
    .selectFrom('records')
    .select('id')
    .where('resource', '=', 'status')
    .where(sql<boolean>`${status} in (fields ->> 'handle', fields ->> 'name')`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

type Change = 'add' | 'remove';

/** One statement: of two changes at once none is lost. What is there already is not there twice. */
async function changeLabels(
  work: Database,
  profileId: string,
  field: 'tags' | 'statuses',
  marks: readonly string[],
  change: Change,
): Promise<void> {
  const given = sql`${JSON.stringify(marks)}::jsonb`;
  const now = sql`coalesce(fields -> ${sql.lit(field)}, '[]')`;
  const without = sql`(
    select coalesce(jsonb_agg(mark order by place), '[]') from jsonb_array_elements(${now}) with ordinality as old(mark, place)
    where not ${given} @> jsonb_build_array(mark))`;
  const wanted = change === 'add' ? sql`${without} || ${given}` : without;
  const { numAffectedRows } = await sql`
    update profiles set fields = fields || jsonb_build_object(${sql.lit(field)}, ${wanted}), updated_at = now()
    where id = ${profileId} and deleted_at is null`.execute(work);
  if (!numAffectedRows) throw notFound();
}
