import * as v from 'valibot';
import { EXPECTATION } from '../../../src/services/contract/kinds.ts';
import { nameOf } from '../../../src/services/contract/shape.ts';
import { invalid, Problem, type FieldErrors } from './problem.ts';
import { partsOf } from './schema-parts.ts';
import { unknownFields } from './unknown-fields.ts';

/** Bytes of the body of a request for one record; requests of a storefront are far smaller. */
export const MAX_BODY_BYTES = 64 * 1024;

const MAX_DEPTH = 32;

/** Values of a body: checking more of them would let no other request through for seconds. */
const MAX_VALUES = 200_000;
/** A body with more values is checked up to its first error: each error of a list has its path, and takes long to make. */
const MAX_VALUES_OF_ALL_ERRORS = 2_000;

export interface BodyRules {
  readonly form?: boolean;
  readonly maxBytes?: number | undefined;
  /** A new record needs a value: nothing else, such as a record in the path, says what is wanted. */
  readonly needsValue?: boolean;
  /** Of the fields that are sent, one has to be known: a return of misspelt fields alone would give everything back. */
  readonly needsKnownField?: boolean;
}

/** The text of a body. Throws 400 for bytes that are no UTF-8: replaced, they would be stored as other names. */
export function textOfBody(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const text = new TextDecoder().decode(bytes);
    const byte = Buffer.byteLength(text.slice(0, text.indexOf('\ufffd'))) + 1;
    throw new Problem(400, `The body is not UTF-8: byte ${byte} is invalid.`);
  }
}

/** The body of a request, checked by a schema. Throws 413, 415, 400 or 422. */
export function readBody<Schema extends v.GenericSchema>(
  schema: Schema,
  contentType: string | null,
  text: string,
  { form = false, maxBytes = MAX_BODY_BYTES, needsValue = false, needsKnownField = false }: BodyRules = {},
): v.InferOutput<Schema> {
  if (Buffer.byteLength(text) > maxBytes) throw tooLarge(maxBytes);
  const wanted = form ? 'application/x-www-form-urlencoded' : 'application/json';
  const type = contentType?.replace(/;.*/s, '').trim().toLowerCase();
  // A request without a type and a body has a body without fields.
  if (type !== wanted && (text !== '' || contentType !== null)) {
    throw new Problem(415, `The body has to be ${form ? 'a form' : 'JSON'}: send Content-Type ${wanted}.`);
  }
  const values = form ? 0 : valuesOf(text);
  const given = form ? formFields(text) : contentType === null ? {} : parse(text, values);
  rejectUnstorable(given);
  const abortEarly = values > MAX_VALUES_OF_ALL_ERRORS;
  const result = v.safeParse(schema, given, { abortPipeEarly: true, abortEarly });
  if (!result.success) throw invalid(fieldErrors(result.issues));
  if (needsKnownField) checkKnown(given, schema);
  if (needsValue && nameOf(schema)?.part === 'add') checkNotEmpty(result.output, schema);
  return result.output;
}

/** Throws 422 for a body whose fields are all unknown, and names them. Beside a known field they are warnings. */
function checkKnown(given: unknown, schema: v.GenericSchema): void {
  const { errors, isAll, known } = unknownFields(schema, given);
  if (!isAll) return;
  throw invalid({
    ...errors,
    body: [`The body has no known field: send at least one of ${known.join(', ')}.`],
  });
}

/** Throws 422 for a new record without a value, where nothing in the path says what is wanted. */
function checkNotEmpty(record: unknown, schema: v.GenericSchema): void {
  const values = Object.values(record as object);
  if (values.some((value) => value !== null)) return;
  const fields = Object.keys(partsOf(schema).entries ?? {});
  throw invalid({ body: [`The body has no value: send at least one of ${fields.join(', ')}.`] });
}

/** The records of a request that is refused as a whole: 422 names each field by its position, such as `0.value`. */
export function checkRecords<Schema extends v.GenericSchema>(
  schema: Schema,
  sent: readonly unknown[],
  maxBytes?: number,
): v.InferOutput<Schema>[] {
  return readBody(v.array(schema), 'application/json', JSON.stringify(sent), { maxBytes });
}

/** The limit is an argument, so that the message names it. */
export const tooLarge = (maxBytes: number) =>
  new Problem(413, `The body is too large: at most ${maxBytes} bytes.`);

function parse(text: string, values: number): unknown {
  try {
    return parseJson(text, values);
  } catch (error) {
    throw error instanceof Problem ? error : new Problem(400, 'The body is not valid JSON.');
  }
}

/** As `JSON.parse`, for what a client sends. Throws 413 for more values than are checked at once. */
export function parseJson(text: string, values = valuesOf(text)): unknown {
  if (values > MAX_VALUES)
    throw new Problem(413, `What you send has more than ${MAX_VALUES} values: send it in parts.`);
  return JSON.parse(text);
}

/** The number of values in JSON, or a little more: its commas and brackets outside of strings. Stops beyond the limit. */
function valuesOf(text: string): number {
  let values = 0;
  for (let at = 0; at < text.length && values <= MAX_VALUES; at++) {
    const character = text.charCodeAt(at);
    if (character === COMMA || character === BRACKET || character === BRACE) values++;
    if (character === QUOTE) at = stringEnd(text, at);
  }
  return values;
}

const [QUOTE, COMMA, BRACKET, BRACE] = [...'",[{'].map((character) => character.charCodeAt(0));

/** The position of the quote that ends the string which begins at `start`. */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
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
    (errors[field] ??= []).push(`${subjectOf(field)} ${predicateOf(issue)}`);
  }
  return errors;
}

/** `0.date` → `The date field of entry 1`: in a list of records, an entry is counted from 1 on. */
function subjectOf(field: string): string {
  const [, index, name] = /^(\d+)(?:\.(.+))?$/.exec(field) ?? [];
  if (index === undefined) return `The ${field} field`;
  const entry = `entry ${Number(index) + 1}`;
  return name === undefined ? `The ${entry}` : `The ${name} field of ${entry}`;
}

/** What is wrong: the text of the kind of value (`contract/kinds.ts`), or else by the type of the issue. */
function predicateOf(issue: v.BaseIssue<unknown>): string {
  if (issue.path && issue.input === undefined) return 'is required.';
  if (issue.message.startsWith(EXPECTATION)) return issue.message;
  return sentences[issue.type]?.(issue) ?? `has to be ${expected(issue)}.`;
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  Object: 'a JSON object',
  Array: 'a list',
};

/** `(string | number)` → `text or a number`. */
function expected(issue: v.BaseIssue<unknown>): string {
  const types = (issue.expected ?? 'valid').replace(/^\(|\)$/g, '').split(' | ');
  return types.map((type) => typeNames[type] ?? type).join(' or ');
}

/** PostgreSQL stores neither U+0000 nor half a surrogate pair. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

/**
 * Throws 422 for text that PostgreSQL cannot store, and for deep nesting, which could overflow the stack here and there. `name` is
 * what was sent, in the error. A path is built for errors only: a body may have a million values.
 */
export function rejectUnstorable(sent: unknown, name = 'body'): void {
  const path: string[] = [];
  const field = () => path.join('.') || name;
  const check = (value: unknown): void => {
    if (typeof value === 'string' && UNSTORABLE.test(value)) throw unstorable(field());
    if (typeof value !== 'object' || value === null) return;
    if (path.length > MAX_DEPTH) throw invalid({ [path[0] ?? name]: ['is nested too deeply.'] });
    for (const key of Object.keys(value)) {
      if (UNSTORABLE.test(key)) throw unstorable(field());
      path.push(key);
      check(Reflect.get(value, key));
      path.pop();
    }
  };
  check(sent);
}

const unstorable = (field: string) => invalid({ [field]: [`The ${field} field has an invalid format.`] });
