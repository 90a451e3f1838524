import * as v from 'valibot';
import type { AnySchema } from './shape.ts';

/**
 * What is wrong with a value, by path: `data.0.total: string expected, number received`. It names types and never
 * values, which may be secrets.
 */
export function problems(schema: AnySchema, value: unknown): string[] {
  const { issues } = v.safeParse(schema, value);
  return (issues ?? []).map((issue) => {
    const path = v.getDotPath(issue) ?? 'body';
    if (issue.kind === 'validation') return `${path}: ${issue.expected ?? sentence(issue)} expected`;
    return `${path}: ${typeWords(issue.expected)} expected, ${typeOf(issue.input)} received`;
  });
}

/** `(string | null)` → `string or null`. */
const typeWords = (expected: string | null): string =>
  (expected ?? 'another type').replace(/[()]/g, '').replaceAll(' | ', ' or ').toLowerCase();

/** The text that a check was given; the library's own would repeat the value. */
const sentence = ({ type, message }: v.BaseIssue<unknown>): string => (type === 'check' ? message : type);

function typeOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
