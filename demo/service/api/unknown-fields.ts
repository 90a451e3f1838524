import { nameOf, type AnySchema } from '../../../src/services/contract/shape.ts';
import { partsOf } from './schema-parts.ts';

/** Unknown fields that a message names, and the characters of each. */
const MAX_UNKNOWN = 20;
const MAX_NAME = 64;

interface UnknownFields {
  /** Names and what is wrong with each. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** Whether the body has no other field. */
  readonly isAll: boolean;
  readonly known: readonly string[];
}

/**
 * The fields of a body that have no effect: those that nothing knows, and, in a body without any other, those that cannot be changed.
 * None where the schema keeps every field, or is of no object.
 */
export function unknownFields(schema: AnySchema, sent: unknown): UnknownFields {
  const { entries } = partsOf(schema);
  const none = { errors: {}, isAll: false, known: [] };
  if (!entries || schema.type === 'loose_object' || typeof sent !== 'object' || sent === null) return none;
  const known = Object.keys(entries);
  const others = Object.keys(sent).filter((name) => !Object.hasOwn(entries, name));
  const isAll = others.length > 0 && others.length === Object.keys(sent).length;
  // A record may be sent as it was read.
  const read = nameOf(schema)?.shape?.fields ?? {};
  const named = isAll ? others : others.filter((name) => !Object.hasOwn(read, name));
  const errors = named.slice(0, MAX_UNKNOWN).map((name) => {
    const sentence = Object.hasOwn(read, name)
      ? `The ${name} field cannot be written here.`
      : `There is no field ${name.slice(0, MAX_NAME)} here: the nearest one is ${nearest(name, known)}.`;
    return [name.slice(0, MAX_NAME), [sentence]] as const;
  });
  return { errors: Object.fromEntries(errors), isAll, known };
}

/** The reply to a write, with a warning for each field of the request that nothing knows; in a list for each entry, counted from 1 on. */
export function withUnknownFields(schema: AnySchema | undefined, sent: unknown, reply: unknown): unknown {
  if (!schema || typeof reply !== 'object' || reply === null || !('data' in reply)) return reply;
  const { record } = partsOf(schema);
  const found =
    record && Array.isArray(sent)
      ? sent
          .flatMap((one, index) =>
            sentences(record, one).map((sentence) => `Entry ${index + 1}: ${sentence}`),
          )
          .slice(0, MAX_UNKNOWN)
      : sentences(schema, sent);
  if (found.length === 0) return reply;
  const before: unknown = Reflect.get(reply, 'warnings');
  return { ...reply, warnings: [...(Array.isArray(before) ? before : []), ...found] };
}

const sentences = (schema: AnySchema, sent: unknown): string[] =>
  Object.values(unknownFields(schema, sent).errors).flat();

/** The name with the fewest letters to change, for its length. */
export function nearest(name: string, known: readonly string[]): string {
  const text = name.slice(0, MAX_NAME).toLowerCase();
  const unlikeness = (other: string) => distance(text, other) / Math.max(text.length, other.length);
  return [...known].sort((a, b) => unlikeness(a) - unlikeness(b))[0] ?? '';
}

/** Letters to add, remove or replace (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...from].entries()) {
    const next = [at + 1];
    for (const [other, wanted] of [...to].entries())
      next.push(
        Math.min(
          (row[other + 1] ?? 0) + 1,
          (next[other] ?? 0) + 1,
          (row[other] ?? 0) + Number(letter !== wanted),
        ),
      );
    row = next;
  }
  return row[to.length] ?? 0;
}
