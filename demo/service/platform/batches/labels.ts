import { sql } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { invalid, notFound } from '../../api/problem.ts';

/** Adds tags to a profile or removes them. Throws 404 for an unknown profile. */
export const changeTags = (work: Database, profileId: string, tags: readonly string[], change: Change) =>
  changeLabels(work, profileId, 'tags', tags, change);

/** Adds a status to a profile or removes it. Throws 422 for adding one that the tenant does not have, by name or handle. */
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

/** In one statement, so that no concurrent change is lost. A record never has a label twice. */
async function changeLabels(
  work: Database,
  profileId: string,
  field: 'tags' | 'statuses',
  labels: readonly string[],
  change: Change,
): Promise<void> {
  const given = sql`${JSON.stringify(labels)}::jsonb`;
  const present = sql`coalesce(fields -> ${sql.lit(field)}, '[]')`;
  const without = sql`(
    select coalesce(jsonb_agg(label order by place), '[]') from jsonb_array_elements(${present}) with ordinality as old(label, place)
    where not ${given} @> jsonb_build_array(label))`;
  const wanted = change === 'add' ? sql`${without} || ${given}` : without;
  const { numAffectedRows } = await sql`
    update profiles set fields = fields || jsonb_build_object(${sql.lit(field)}, ${wanted}), updated_at = now()
    where id = ${profileId} and deleted_at is null`.execute(work);
  if (!numAffectedRows) throw notFound();
}
