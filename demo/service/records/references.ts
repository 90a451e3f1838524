import type { Database } from '../database/tables.ts';
import { invalid, Problem } from '../http/problem.ts';
import type { Reference, Resource, Values } from './resource.ts';
import { findRecord } from './store.ts';
import { tableOf } from './tables.ts';

/** Every named record has to exist. Throws 422 with the field that names one that does not. */
export async function checkReferences(
  work: Database,
  { references = {} }: Pick<Resource, 'references'>,
  values: Values,
): Promise<void> {
  for (const [field, reference] of Object.entries(references)) {
    const named = values[field];
    if (named === undefined || named === null) continue;
    for (const one of Array.isArray(named) ? named : [named])
      await checkOne(work, field, reference, String(one));
  }
}

async function checkOne(work: Database, field: string, reference: Reference, named: string): Promise<void> {
  const { model, by } = typeof reference === 'string' ? { model: reference, by: 'id' } : reference;
  try {
    // Locked, so that nobody deletes it before this transaction is done.
    await findRecord(work, tableOf(model), {}, named, { lock: 'share', by });
  } catch (error) {
    if (error instanceof Problem) throw invalid({ [field]: [`There is no such ${model}.`] });
    throw error;
  }
}
