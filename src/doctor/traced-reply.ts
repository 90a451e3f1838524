import { byLanguageOf } from './texts-by-language.ts';

// Follows which fields the readers of the elements read of an answer. So the doctor has no list of its own of what an element needs.

/** What was read of the records of one operation. */
export interface Trace {
  /** Records that the reader got. */
  records: number;
  /** Whether a field was ever there, by its path in the record: `definition.name`. */
  readonly fields: Map<string, boolean>;
  /** Texts and numbers that were read. */
  readonly values: Set<unknown>;
}

/** Traces by operation. */
export type Traces = Map<string, Trace>;

/** The same reply; reading the records in its `data` is noted. */
export function traceReply(operation: string, reply: unknown, traces: Traces): unknown {
  if (typeof reply !== 'object' || !reply) return reply;
  const { data } = reply as { data?: unknown };
  const trace = traces.get(operation) ?? {
    records: 0,
    fields: new Map<string, boolean>(),
    values: new Set<unknown>(),
  };
  traces.set(operation, trace);
  trace.records += Array.isArray(data) ? data.length : data === undefined || data === null ? 0 : 1;
  return { ...reply, data: followed(data, '', trace) };
}

function followed(value: unknown, path: string, trace: Trace): unknown {
  const { fields, values } = trace;
  if (typeof value !== 'object' || !value) return value;
  /** Names that a copy of the record reads next: that is not reading a field, either. */
  const copied = new Set<string | symbol>();
  return new Proxy(value, {
    ownKeys(target) {
      const names = Reflect.ownKeys(target);
      for (const name of names) copied.add(name);
      return names;
    },
    get(target, name, receiver) {
      const found: unknown = Reflect.get(target, name, Array.isArray(target) ? undefined : receiver);
      // Readers compare whole pages as text: that is not reading a field.
      if (name === 'toJSON') return () => target;
      if (typeof name === 'symbol') return found;
      if (Array.isArray(target)) return /^\d+$/.test(name) ? followed(found, path, trace) : found;
      const place = path ? `${path}.${name}` : name;
      if (copied.delete(name)) return followed(found, place, trace);
      // A reader of a text takes texts in several languages for none.
      const isThere = found !== undefined && byLanguageOf([found]) === undefined;
      fields.set(place, fields.get(place) === true || isThere);
      if (typeof found !== 'object' && found !== undefined) values.add(found);
      return followed(found, place, trace);
    },
  });
}

/** Fields that were read and that no record has. */
export const missingFields = ({ fields }: Trace): string[] =>
  [...fields].flatMap(([field, isThere]) => (isThere ? [] : [field]));
