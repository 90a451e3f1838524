import { sql } from 'kysely';
import type { Database } from '../platform/database/tables.ts';
import { conflict, invalid, Problem } from '../api/problem.ts';
import { mentioning, named as namedAfterwards, referring, type Reference } from './referring.ts';
import { findRecord } from './store.ts';
import { matching, tableOf, type AnyRecord, type Values } from './tables.ts';

const target = (reference: Reference) =>
  typeof reference === 'string' ? { model: reference, by: 'id' } : reference;

/** Every record that values of a model name has to exist. Throws 422 with the field that names one that does not. */
export async function checkReferences(work: Database, model: string, values: Values): Promise<void> {
  for (const [field, reference] of Object.entries(referring[model] ?? {})) {
    const named = values[field];
    if (named === undefined || named === null) continue;
    for (const one of Array.isArray(named) ? named : [named])
      await checkOne(work, field, reference, String(one));
  }
}

async function checkOne(work: Database, field: string, reference: Reference, named: string): Promise<void> {
  const { model, by } = target(reference);
  try {
    // Locked, so that it is not deleted before this transaction is done; its key alone, so that its stock can change.
    await findRecord(work, tableOf(model), {}, named, { lock: 'keyShare', by });
  } catch (error) {
    if (error instanceof Problem) throw invalid({ [field]: [`There is no such ${model}.`] });
    throw error;
  }
}

/**
 * Refuses what other records depend on (409, with how many of which kind): a deletion, or, where only some of its fields
 * are named, a change of those. The record has to be locked for update: `checkReferences` locks its key for share.
 */
export async function checkUnused(
  work: Database,
  model: string,
  record: AnyRecord,
  concerns: (by: string) => boolean = () => true,
): Promise<void> {
  if (namedAfterwards.has(model)) return;
  const counts = new Map<string, number>();
  for (const [table, isMentioned] of [
    [referring, false],
    [mentioning, true],
  ] as const) {
    for (const [user, fields] of Object.entries(table)) {
      for (const [field, reference] of Object.entries(fields)) {
        const { model: used, by } = target(reference);
        if (used !== model || !concerns(by)) continue;
        const part = `${model}:${record.id}`;
        const count = await countNaming(work, user, field, { value: record[by], isMentioned, part });
        if (count > 0) counts.set(user, (counts.get(user) ?? 0) + count);
      }
    }
  }
  if (counts.size === 0) return;
  const users = [...counts].map(([user, count]) => `${user} (${count})`);
  throw conflict(`This ${model} is in use by other records: ${users.join(', ')}.`);
}

/** How many records of a model name a value in a field, without those that are part of the record and go with it. */
async function countNaming(
  work: Database,
  model: string,
  field: string,
  { value, isMentioned, part }: { value: unknown; isMentioned: boolean; part: string },
): Promise<number> {
  const { name, columns, fixed, withoutFields } = tableOf(model);
  const isColumn = columns.includes(field);
  if (!isColumn && withoutFields) return 0;
  // Names are those of the tables; handles stand in arrays, ids and what is only mentioned alone.
  const names = isMentioned
    ? isColumn
      ? sql<boolean>`${sql.ref(field)} = ${value}`
      : sql<boolean>`fields @> jsonb_build_object(${field}::text, ${value}::text)`
    : typeof value === 'string'
      ? isColumn
        ? sql<boolean>`${value} = any(${sql.ref(field)})`
        : sql<boolean>`fields @> jsonb_build_object(${field}::text, jsonb_build_array(${value}::text))`
      : isColumn
        ? sql<boolean>`${sql.ref(field)} = ${value}`
        : sql<boolean>`fields @> jsonb_build_object(${field}::text, ${value}::bigint)`;
  const { rows } = await sql<{ count: number }>`
    select count(*) from ${sql.table(name)} where ${matching(fixed)} and ${names}
      ${columns.includes('parent') ? sql`and parent is distinct from ${part}` : sql``}`.execute(work);
  return rows[0]?.count ?? 0;
}
