import { leavesOf, type Leaf } from './records.ts';
import { VOCABULARY, wantedOf, type Kind } from './vocabulary.ts';

/** A place in an answer that may hold a field under another name. */
export interface Candidate {
  /** JSON pointer in the record. */
  readonly pointer: string;
  readonly value: unknown;
  /** How well name and type agree, at most 100. */
  readonly score: number;
}

/** Below this a candidate agrees in its type alone. */
export const NAMED = 60;
const BASE = 100;

const words = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(Boolean)
    .map((word) => (word.length > 3 ? word.replace(/(?<!s)s$/, '') : word));

const KINDS: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  id: (value) => (typeof value === 'string' && value !== '') || Number.isSafeInteger(value),
  text: (value) => typeof value === 'string' && value !== '',
  word: (value) => typeof value === 'string' && /^[\w-]{1,40}$/.test(value),
  whole: (value) =>
    Number.isSafeInteger(value) || (typeof value === 'string' && /^-?[\d,]+(\.0+)?$/.test(value)),
  amount: (value) =>
    typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)),
  moment: (value) =>
    (typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value)) ||
    (Number.isSafeInteger(value) && (value as number) > 1e9),
  day: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value),
  truth: (value) => typeof value === 'boolean' || ['0', '1', 'true', 'false'].includes(String(value)),
  record: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  list: Array.isArray,
  colour: (value) => typeof value === 'string' && /^#[\da-f]{3,8}$/i.test(value),
};

/** Whether a value can be what is wanted. */
export const isOfKind = (kind: Kind, value: unknown): boolean => KINDS[kind](value);

function scoreOf(names: readonly string[], { pointer }: Leaf): number {
  const path = pointer.slice(1).split('/');
  const whole = words(path.join(' '));
  let best = 0;
  names.forEach((name, at) => {
    const parts = name.split('/');
    const asked = words(parts.join(' '));
    const inPlace = words(path.slice(-parts.length).join(' '));
    const isSame = asked.join(' ') === inPlace.join(' ');
    const has = asked.every((word) => whole.includes(word));
    const depth = path.length - parts.length;
    const extra = whole.length - asked.length;
    const score = isSame ? BASE - 2 * at - 3 * Math.max(0, depth) : has ? BASE - 25 - 2 * at - 5 * extra : 0;
    best = Math.max(best, score);
  });
  return best;
}

/**
 * Places for a field in these records, the best first: by name, type and value. A place counts where some record has a value of the wanted
 * type, and no record has one of another type.
 */
export function findCandidates(operation: string, field: string, records: readonly unknown[]): Candidate[] {
  const { kind, names } = wantedOf(operation, field);
  const byPointer = new Map<string, unknown[]>();
  for (const one of records)
    for (const { pointer, value } of leavesOf(one))
      byPointer.set(pointer, [...(byPointer.get(pointer) ?? []), value]);
  const owner = field.includes('.') ? words(field.split('.')[0]!) : [];
  return [...byPointer]
    .flatMap(([pointer, all]) => {
      const values = all.filter((value) => value !== null && value !== undefined && value !== '');
      if (!values.length || !values.every((value) => KINDS[kind](value))) return [];
      const leaf = { pointer, value: values[0] };
      const parent = words(pointer.split('/').slice(0, -1).join(' '));
      // `definition.name` is rather in a record that is called so than at the top.
      // The id of a record is in it, not in one that it holds.
      const isOthers =
        field === 'id' && !VOCABULARY[`${operation} id`] && pointer.lastIndexOf('/') > 0 ? 30 : 0;
      const bonus = owner.length && owner.some((word) => parent.includes(word)) ? 4 : 0;
      return [{ ...leaf, score: Math.min(BASE, scoreOf(names, leaf) + bonus) - isOthers }];
    })
    .sort((a, b) => b.score - a.score || a.pointer.length - b.pointer.length);
}
