import { invalid } from '../api/problem.ts';
import { referenceFields, type Reference } from '../crud/reference-fields.ts';
import { findRecordIfAny } from '../crud/store.ts';
import { tableOf } from '../crud/tables.ts';
import type { Database } from '../database/tables.ts';
import { survivorOf } from '../profiles/merged-names.ts';
import { faultOfConditions, namedValues, type NamedValue } from './conditions.ts';
import { fieldsOfEvent } from './own-events.ts';

/** Records that data of an event contains with `id`, `name` and `handle`, by the field. */
const CONTAINED: Readonly<Record<string, (subject: string) => string>> = {
  tier: () => 'tier-definition',
  from: () => 'tier-definition',
  to: () => 'tier-definition',
  definition: (subject) => `${subject}-definition`,
};
/** What a contained record can be named by. */
const NAMES = ['id', 'name', 'handle'];

/** Where every model that has the field means the same record by it. */
const byField: ReadonlyMap<string, Reference> = referencesByField();

function referencesByField(): Map<string, Reference> {
  const found = new Map<string, Reference>();
  const several = new Set<string>();
  for (const fields of Object.values(referenceFields))
    for (const [field, reference] of Object.entries(fields)) {
      const other = found.get(field);
      if (!reference.mustExist || (other && other.model !== reference.model)) several.add(field);
      found.set(field, reference);
    }
  for (const field of several) found.delete(field);
  return found;
}

/**
 * Throws 422 for conditions on an event that are invalid, or compare with the name of something that does not exist, such as an unknown
 * tier: they would never match, without an error.
 */
export async function checkConditions(
  db: Database,
  texts: readonly string[],
  trigger: string,
): Promise<void> {
  const fault = faultOfConditions(texts, trigger) ?? (await faultOfNames(db, texts, trigger));
  if (fault) throw invalid({ condition: [fault] });
}

async function faultOfNames(
  db: Database,
  texts: readonly string[],
  trigger: string,
): Promise<string | undefined> {
  // Others choose what the data of their events means.
  if (!fieldsOfEvent(trigger)) return undefined;
  for (const named of namedValues(texts)) {
    const { index, value } = named;
    const reference = referenceOf(named, trigger);
    if (!reference) continue;
    const { model, by } = reference;
    const key = model === 'profile' ? await survivorOf(db, value) : value;
    if (await findRecordIfAny(db, tableOf(model), {}, key, { by })) continue;
    return `The condition ${index + 1} never matches. There is no ${model} with the ${by} ${value.slice(0, 64)}.`;
  }
  return undefined;
}

/** The model that a path leads to, and by which of its fields; undefined for a value that names no record. */
function referenceOf({ path }: NamedValue, trigger: string): { model: string; by: string } | undefined {
  const [top, field = '', inside, ...more] = path.split('.');
  if (top !== 'data' || more.length > 0) return undefined;
  const [subject = ''] = trigger.split('.');
  if (inside === undefined) {
    const reference = byField.get(field);
    return reference && { model: reference.model, by: reference.by[0] ?? 'id' };
  }
  return Object.hasOwn(CONTAINED, field) && NAMES.includes(inside)
    ? { model: CONTAINED[field]!(subject), by: inside }
    : undefined;
}
