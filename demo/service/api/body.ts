import * as v from 'valibot';
import { invalid, Problem, type FieldErrors } from './problem.ts';

/** Bytes of the body of a request for one record; requests of a storefront are far smaller. */
export const MAX_BODY_BYTES = 64 * 1024;

const MAX_DEPTH = 32;

export interface BodyRules {
  readonly form?: boolean;
  readonly maxBytes?: number | undefined;
}

/** The body of a request, checked by a schema. Throws 413, 415, 400 or 422. */
export function readBody<Schema extends v.GenericSchema>(
  schema: Schema,
  contentType: string | null,
  text: string,
  { form = false, maxBytes = MAX_BODY_BYTES }: BodyRules = {},
): v.InferOutput<Schema> {
  if (Buffer.byteLength(text) > maxBytes) throw tooLarge();
  const wanted = form ? 'application/x-www-form-urlencoded' : 'application/json';
  const type = contentType?.replace(/;.*/s, '').trim().toLowerCase();
  // A request without a type and a body has a body without fields (rule R54).
  if (type !== wanted && (text !== '' || contentType !== null)) {
    throw new Problem(415, `The body has to be ${form ? 'a form' : 'JSON'}: send Content-Type ${wanted}.`);
  }
  const given = form ? formFields(text) : contentType === null ? {} : parse(text);
  rejectUnstorable(given);
  const result = v.safeParse(schema, given, { abortPipeEarly: true });
  if (!result.success) throw invalid(fieldErrors(result.issues));
  return result.output;
}

/** The records of a request that is refused as a whole: 422 names each field by its position, such as `0.value`. */
export function checkRecords<Schema extends v.GenericSchema>(
  schema: Schema,
  sent: readonly unknown[],
  maxBytes?: number,
): v.InferOutput<Schema>[] {
  return readBody(v.array(schema), 'application/json', JSON.stringify(sent), { maxBytes });
}

export const tooLarge = () => new Problem(413, 'The body is too large.');

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem(400, 'The body is not valid JSON.');
  }
}

/** Of a field that is sent twice, the first value counts. */
function formFields(text: string): Record<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) if (!fields.has(name)) fields.set(name, value);
  return Object.fromEntries(fields);
}

const unitOf = ({ input }: v.BaseIssue<unknown>): string => (Array.isArray(input) ? 'items' : 'characters');

/** The message for an issue, by its type in valibot; of other types the message names what was expected. */
const sentences: Readonly<Record<string, (issue: v.BaseIssue<unknown>) => string>> = {
  min_length: (issue) => `is too short: at least ${issue.requirement} ${unitOf(issue)}.`,
  max_length: (issue) => `is too long: at most ${issue.requirement} ${unitOf(issue)}.`,
  min_value: (issue) => `is too small: at least ${issue.requirement}.`,
  max_value: (issue) => `is too large: at most ${issue.requirement}.`,
  integer: () => 'has to be a whole number.',
  safe_integer: () => 'has to be a whole number.',
  regex: () => 'has an invalid format.',
};

function fieldErrors(issues: readonly v.BaseIssue<unknown>[]): FieldErrors {
  const errors: Record<string, string[]> = {};
  for (const issue of issues) {
    const field = v.getDotPath(issue) ?? 'body';
    const missing = issue.path && issue.input === undefined;
    const words = missing
      ? 'is required.'
      : (sentences[issue.type]?.(issue) ?? `has to be ${expected(issue)}.`);
    (errors[field] ??= []).push(`The ${field} field ${words}`);
  }
  return errors;
}

/** `(string | number)` → `string or number`. */
function expected(issue: v.BaseIssue<unknown>): string {
  return (issue.expected ?? 'valid').replace(/[()]/g, '').replaceAll(' | ', ' or ').toLowerCase();
}

/** PostgreSQL stores neither U+0000 nor half a surrogate pair. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

/** Throws 422 for text that PostgreSQL cannot store, and for deep nesting, which could overflow the stack. */
function rejectUnstorable(value: unknown, field = 'body', depth = 0): void {
  const invalidFormat = () => invalid({ [field]: [`The ${field} field has an invalid format.`] });
  if (typeof value === 'string' && UNSTORABLE.test(value)) throw invalidFormat();
  if (typeof value !== 'object' || value === null) return;
  if (depth > MAX_DEPTH) throw invalid({ [field.split('.')[0] ?? field]: ['is nested too deeply.'] });
  for (const [name, inner] of Object.entries(value)) {
    if (UNSTORABLE.test(name)) throw invalidFormat();
    rejectUnstorable(inner, field === 'body' ? name : `${field}.${name}`, depth + 1);
  }
}
