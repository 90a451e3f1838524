import { sql } from 'kysely';
import type { Database } from '../platform/database/tables.ts';
import { conflict, invalid, Problem } from '../api/problem.ts';
import {
  deletableWhileReferenced,
  optionalReferenceFields,
  referenceFields,
  type Reference,
} from './reference-fields.ts';
import { findRecord } from './store.ts';
import { matching, tableOf, type AnyRecord, type Values } from './tables.ts';

const target = (reference: Reference) =>
  typeof reference === 'string' ? { model: reference, by: 'id' } : reference;

/** Throws 422, with the field, if values of a model refer to a record that does not exist. */
export async function checkReferences(work: Database, model: string, values: Values): Promise<void> {
  for (const [field, reference] of Object.entries(referenceFields[model] ?? {})) {
    const named = values[field];
    if (named === undefined || named === null) continue;
    for (const one of Array.isArray(named) ? named : [named])
      await checkOne(work, field, reference, String(one));
  }
}

async function checkOne(work: Database, field: string, reference: Reference, named: string): Promise<void> {
  const { model, by } = target(reference);
  try {
    // The lock prevents its deletion before the end of this transaction; a key lock still allows changes of its stock.
    await findRecord(work, tableOf(model), {}, named, { lock: 'keyShare', by });
  } catch (error) {
    if (error instanceof Problem) throw invalid({ [field]: [`There is no such ${model}.`] });
    throw error;
  }
}

/**
 * Throws 409, with the number of records by model, if other records refer to the record. `concerns` limits the check to
 * references by some of its fields. Lock the record for update before: `checkReferences` locks its key for share.
 */
export async function checkUnused(
  work: Database,
  model: string,
  record: AnyRecord,
  concerns: (by: string) => boolean = () => true,
): Promise<void> {
  if (deletableWhileReferenced.has(model)) return;
  const counts = new Map<string, number>();
  for (const [table, isOptional] of [
    [referenceFields, false],
    [optionalReferenceFields, true],
  ] as const) {
    for (const [user, fields] of Object.entries(table)) {
      for (const [field, reference] of Object.entries(fields)) {
        const { model: used, by } = target(reference);
        if (used !== model || !concerns(by)) continue;
        const part = `${model}:${record.id}`;
        const count = await countReferences(work, user, field, { value: record[by], isOptional, part });
        if (count > 0) counts.set(user, (counts.get(user) ?? 0) + count);
      }
    }
  }
  if (counts.size === 0) return;
  const users = [...counts].map(([user, count]) => `${user} (${count})`);
  throw conflict(`This ${model} is in use by other records: ${users.join(', ')}.`);
}

/** The number of records of a model with a value in a field, without parts of the record: they are deleted with it. */
async function countReferences(
  work: Database,
  model: string,
  field: string,
  { value, isOptional, part }: { value: unknown; isOptional: boolean; part: string },
): Promise<number> {
  const { name, columns, fixed, withoutFields } = tableOf(model);
  const isColumn = columns.includes(field);
  if (!isColumn && withoutFields) return 0;
  // Names come from the tables above. Handles are in arrays; ids and optional references are single values.
  const refersToIt = isOptional
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
    select count(*) from ${sql.table(name)} where ${matching(fixed)} and ${refersToIt}
      ${columns.includes('parent') ? sql`and parent is distinct from ${part}` : sql``}`.execute(work);
  return rows[0]?.count ?? 0;
}
