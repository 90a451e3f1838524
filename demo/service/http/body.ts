import * as v from 'valibot';
import { invalid, Problem, type FieldErrors } from './problem.ts';

/** Bytes of a request body. Nothing a storefront sends comes near. */
export const MAX_BODY_BYTES = 64 * 1024;

/** The JSON body of a request, checked by a schema. Throws 415, 400 or 422. */
export function readBody(schema: v.GenericSchema, contentType: string | null, text: string): unknown {
  if (contentType?.split(';')[0]?.trim().toLowerCase() !== 'application/json') {
    throw new Problem(415, 'The body has to be JSON: send Content-Type application/json.');
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Problem(400, 'The body is not valid JSON.');
  }
  const result = v.safeParse(schema, json, { abortPipeEarly: true });
  if (!result.success) throw invalid(fieldErrors(result.issues));
  rejectNul(result.output);
  return result.output;
}

/** What an issue says about its field, by valibot's name for it; everything else says what was expected. */
const sentences: Readonly<Record<string, (issue: v.BaseIssue<unknown>) => string>> = {
  min_length: (issue) => `is too short: at least ${issue.requirement} characters.`,
  max_length: (issue) => `is too long: at most ${issue.requirement} characters.`,
  min_value: (issue) => `is too small: at least ${issue.requirement}.`,
  max_value: (issue) => `is too large: at most ${issue.requirement}.`,
  integer: () => 'has to be a whole number.',
  safe_integer: () => 'has to be a whole number.',
  regex: () => 'has an invalid format.',
};

function fieldErrors(issues: readonly v.BaseIssue<unknown>[]): FieldErrors {
  const errors: Record<string, string[]> = {};
  for (const issue of issues) {
    const field = v.getDotPath(issue as v.GenericIssue) ?? 'body';
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

/** PostgreSQL cannot store U+0000 in a text. */
function rejectNul(value: unknown, field = 'body'): void {
  if (typeof value === 'string' && value.includes('\0')) {
    throw invalid({ [field]: [`The ${field} field has an invalid format.`] });
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    rejectNul(inner, field === 'body' ? name : `${field}.${name}`);
  }
}
