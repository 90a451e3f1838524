import type { JsonSchema } from './json-schema.ts';

// Where the interface says "not shown", the document says `x-assumption: true`: ASSUMPTION G1. It is read off the docstrings of the
// catalogue and its shapes, which name the clause that shows a thing, or the number of our assumption.

/** What of an operation can be ours. */
const PARTS = ['verb', 'path', 'payload'] as const;
type Part = (typeof PARTS)[number];

/** Clauses that show an endpoint with what it takes and what it answers. */
const SHOWS_PAYLOAD = /\(spec (4\.[123]|5\.[34])\b/;
/** "Verb and path: …", "Methods: …", "Payloads: …", with or without the word before the number. */
const MARKS: Readonly<Record<Part, RegExp>> = {
  verb: /\b(verb|methods?)( and path)?: (ASSUMPTION )?[GJ]\d/i,
  path: /\bpath: (ASSUMPTION )?[GJ]\d/i,
  payload: /\bpayloads?: (ASSUMPTION )?[GJ]\d/i,
};

/** The marks of an operation, by what its docstring says. */
export function assumedOf(docstring: string): { 'x-assumption'?: true; 'x-assumed'?: readonly Part[] } {
  const assumed = PARTS.filter(
    (part) => MARKS[part].test(docstring) || (part === 'payload' && !SHOWS_PAYLOAD.test(docstring)),
  );
  return assumed.length ? { 'x-assumption': true, 'x-assumed': assumed } : {};
}

/** Clauses that show a record or a body, unless the docstring goes on with what of it is ours. */
const SHOWS_FIELDS = /\(spec (2\.\d|5\.[134]|7)\b[^)]*\)(?!: ASSUMPTION)/;

/** The schema with its mark. A clause shows the record; what may be written is ours but for 2.1. */
export function markSchema(schema: JsonSchema, docstring = '', verb?: 'Add' | 'Edit'): JsonSchema {
  const isShown =
    verb === undefined ? SHOWS_FIELDS.test(docstring) : verb === 'Add' && /\(spec 2\.1\b/.test(docstring);
  return isShown ? schema : { ...schema, 'x-assumption': true };
}
