import { sql } from 'kysely';
import { reference } from '../../../src/services/contract/kinds.ts';
import type { Database } from '../database/tables.ts';
import { conflict, invalid } from '../api/problem.ts';
import { survivorOf } from '../profiles/merged-names.ts';
import {
  deletableWhileReferenced,
  referenceFields,
  shapesByModel,
  type Reference,
} from './reference-fields.ts';
import { findRecordIfAny } from './store.ts';
import { matching, tableOf, type AnyRecord, type Values } from './tables.ts';

/**
 * Throws 422, with the field, if values of a model refer to a record that does not exist. Returns the values: a profile that was merged
 * is the one that it was merged into, so that a late purchase with its old id arrives.
 */
export async function checkReferences<Given extends object>(
  work: Database,
  model: string,
  values: Given,
): Promise<Given> {
  const changed: Values = {};
  for (const [field, declared] of Object.entries(referenceFields[model] ?? {})) {
    if (!declared.mustExist) continue;
    const named: unknown = Reflect.get(values, field);
    if (named === undefined || named === null) continue;
    for (const one of Array.isArray(named) ? named : [named]) {
      const found = await checkOne(work, field, declared, String(one));
      if (found !== String(one)) changed[field] = found;
    }
  }
  return { ...values, ...changed };
}

/** The id or other name under which the record is found. */
async function checkOne(
  work: Database,
  field: string,
  { model, by: [by = 'id'] }: Reference,
  named: string,
): Promise<string> {
  // The lock prevents its deletion before the end of this transaction; a key lock still allows changes of its stock.
  const find = (key: string) => findRecordIfAny(work, tableOf(model), {}, key, { lock: 'keyShare', by });
  if (await find(named)) return named;
  const survivor = model === 'profile' ? await survivorOf(work, named) : named;
  if (survivor !== named && (await find(survivor))) return survivor;
  throw invalid({ [field]: [`There is no such ${model}.`] });
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
  for (const [user, fields] of Object.entries(referenceFields)) {
    for (const [field, { model: named, by: names, isPart }] of Object.entries(fields)) {
      if (named !== model || isPart) continue;
      for (const by of names.filter(concerns)) {
        const part = `${model}:${record.id}`;
        const count = await countReferences(work, user, field, { value: record[by], part });
        if (count > 0) counts.set(user, (counts.get(user) ?? 0) + count);
      }
    }
  }
  if (counts.size === 0) return;
  const users = [...counts].sort().map(([user, count]) => `${user} (${count})`);
  throw conflict(`This ${model} is in use by other records: ${users.join(', ')}.`);
}

/** The number of records of a model with a value in a field, without parts of the record: they are deleted with it. */
async function countReferences(
  work: Database,
  model: string,
  field: string,
  { value, part }: { value: unknown; part: string },
): Promise<number> {
  const { name, columns, fixed, withoutFields } = tableOf(model);
  if (value === undefined || value === null) return 0;
  const [top = '', inside] = field.split('.');
  const { kind, write } = shapesByModel.get(model)?.[top] ?? {};
  const isColumn = columns.includes(top);
  // The service sets it: the path of the record has the id, and the column `parent` stores it.
  const isParent = write === 'never' && kind === reference && !isColumn;
  if (!isColumn && withoutFields) return 0;
  const isList = kind?.read.type === 'array';
  const id = kind?.read.type === 'string' ? String(value) : value;
  const stored = inside === undefined ? (isList ? [String(value)] : id) : { [inside]: value };
  // Names come from the shapes.
  const refersToIt = isParent
    ? sql<boolean>`parent = ${part}`
    : isColumn
      ? isList
        ? sql<boolean>`${String(value)} = any(${sql.ref(field)})`
        : sql<boolean>`${sql.ref(field)} = ${value}`
      : sql<boolean>`fields @> ${JSON.stringify({ [top]: stored })}::jsonb`;
  const isPart = columns.includes('parent') && !isParent;
  const { rows } = await sql<{ count: number }>`
    select count(*) from ${sql.table(name)} where ${matching(fixed)} and ${refersToIt}
      ${isPart ? sql`and parent is distinct from ${part}` : sql``}`.execute(work);
  return rows[0]?.count ?? 0;
}
