import { DECIDING_FIELDS } from '../services/transport/tenant/deciding-fields.ts';
import { MAX_NAME } from './limits.ts';
import { record } from '../services/transport/read.ts';

// Finds records in answers of a form that nobody described.

export interface Found {
  /** JSON pointer of the list or record in the answer. */
  readonly pointer: string;
  readonly records: readonly unknown[];
}

export const escaped = (name: string): string => name.replace(/~/g, '~0').replace(/\//g, '~1');
export const isRecord = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const MAX_DEPTH = 5;

/** Whether the operation answers several records. */
export const isList = (operation: string): boolean =>
  operation.endsWith('.index') || !!DECIDING_FIELDS[operation as keyof typeof DECIDING_FIELDS]?.list;

/** The list in an answer: the one nearest to its root. */
export function findList(body: unknown, pointer = '', depth = 0): Found | undefined {
  if (Array.isArray(body)) {
    const records = body as unknown[];
    return records.every(isRecord) ? { pointer, records } : undefined;
  }
  if (depth === MAX_DEPTH) return undefined;
  const inner = Object.entries(record(body));
  const direct = inner.find(([, value]) => Array.isArray(value) && value.every(isRecord));
  if (direct) return { pointer: `${pointer}/${escaped(direct[0])}`, records: direct[1] as unknown[] };
  for (const [name, value] of inner) {
    const found = isRecord(value) ? findList(value, `${pointer}/${escaped(name)}`, depth + 1) : undefined;
    if (found) return found;
  }
  return undefined;
}

/** The record of an answer: without the keys that only wrap it. */
export function findRecord(body: unknown): Found | undefined {
  if (!isRecord(body)) return undefined;
  const inner = Object.entries(record(body));
  const wrapped = inner.find(([name, value]) => (name === 'data' || inner.length === 1) && isRecord(value));
  return wrapped
    ? { pointer: `/${escaped(wrapped[0])}`, records: [wrapped[1]] }
    : { pointer: '', records: [body] };
}

/** The records that an answer to this operation seems to have. */
export const findRecords = (operation: string, body: unknown): Found | undefined =>
  isList(operation) ? findList(body) : findRecord(body);

export interface Leaf {
  /** JSON pointer in the record. */
  readonly pointer: string;
  readonly value: unknown;
}

const MAX_LEAVES = 200;

/** Every value of a record, with those of records and lists inside. */
export function leavesOf(value: unknown, pointer = '', depth = 0): Leaf[] {
  if (!isRecord(value) || depth > MAX_DEPTH) return pointer === '' ? [] : [{ pointer, value }];
  return Object.entries(record(value))
    .slice(0, MAX_LEAVES)
    .filter(([name]) => name.length <= MAX_NAME)
    .flatMap(([name, inner]) => {
      const place = `${pointer}/${escaped(name)}`;
      // A record that holds others can be wanted whole: the next tier, for example.
      const whole = isRecord(inner) ? [{ pointer: place, value: inner }] : [];
      return [...whole, ...leavesOf(inner, place, depth + 1)];
    })
    .slice(0, MAX_LEAVES);
}
