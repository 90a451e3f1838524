import { listOf, operators, type Operator } from '../api/query/filter.ts';
import { faultOfPath, isPath, valueAt } from './message.ts';
import { faultOfField } from './own-events.ts';

/** A condition: `<path> <operator of 4.2.1> <value>`, or only a path: its value is present and not false. */
export interface Condition {
  readonly path: string;
  readonly operator: Operator | 'set';
  readonly value: string;
}

const MAX_CONDITIONS = 20;

/** A condition, or the error of its text. */
function parseCondition(text: string): Condition | string {
  const [, path = '', operator, value = ''] = /^(\S+)(?: (\S+)(?: ([^]*))?)?$/.exec(text) ?? [];
  if (!isPath(path)) return 'has to begin with a path such as data.total.';
  if (operator === undefined) return { path, operator: 'set', value: '' };
  const known = operators.find((one) => one === operator);
  if (!known) return `has an unknown operator ${operator.slice(0, 32)}: use one of ${operators.join(', ')}.`;
  return { path, operator: known, value };
}

/** The error of the first invalid condition on an event; undefined if all are valid. */
export function faultOfConditions(texts: readonly string[], trigger: string): string | undefined {
  if (texts.length > MAX_CONDITIONS) return `There are at most ${MAX_CONDITIONS} conditions.`;
  for (const [index, text] of texts.entries()) {
    const parsed = parseCondition(text);
    if (typeof parsed === 'string') return `The condition ${index + 1} ${parsed}`;
    const fault = faultOfPath(parsed.path) ?? faultOfField(parsed.path, trigger);
    if (fault) return `The condition ${index + 1} never matches. ${fault}`;
  }
  return undefined;
}

/** A value that a condition compares with for equality. */
export interface NamedValue {
  /** Position of the condition, from 0. */
  readonly index: number;
  readonly path: string;
  readonly value: string;
}

/** The values with which valid conditions compare for equality. */
export function namedValues(texts: readonly string[]): readonly NamedValue[] {
  return texts.flatMap((text, index) => {
    const parsed = parseCondition(text);
    if (typeof parsed === 'string' || !['eq', 'ne', 'in', 'not_in'].includes(parsed.operator)) return [];
    const { path, operator, value } = parsed;
    const values = operator === 'eq' || operator === 'ne' ? [value] : listOf(value);
    return values.map((one) => ({ index, path, value: one }));
  });
}

/** Why not all conditions are true; undefined if they are. Throws for an invalid one. */
export function mismatch(texts: readonly string[], message: unknown): string | undefined {
  for (const text of texts) {
    const condition = parseCondition(text);
    if (typeof condition === 'string') throw new Error(`The condition "${text}" ${condition}`);
    const found = valueAt(message, condition.path);
    if (!isTrue(condition, found)) return `"${text}" is false: ${condition.path} ${described(found)}.`;
  }
  return undefined;
}

/** Texts may be personal data, and the history is not about a person: only numbers are shown. */
function described(found: unknown): string {
  if (isEmpty(found)) return 'is missing or empty';
  if (typeof found === 'number' || typeof found === 'boolean') return `is ${found}`;
  return typeof found === 'object'
    ? `is ${Array.isArray(found) ? 'a list' : 'an object'}`
    : 'is another text';
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

function isTrue({ operator, value }: Condition, found: unknown): boolean {
  switch (operator) {
    case 'set':
      return !isEmpty(found) && found !== false;
    case 'nullable':
      return isEmpty(found) === (value === '1');
    case 'eq':
      return isSame(found, value);
    // An empty value is not equal, as in filters.
    case 'ne':
      return !isSame(found, value);
    case 'in':
      return listOf(value).some((one) => isSame(found, one));
    case 'not_in':
      return !listOf(value).some((one) => isSame(found, one));
    default:
      return isEmpty(found) || typeof found === 'object' ? false : inOrder[operator](compare(found, value));
  }
}

const inOrder = {
  gt: (order: number) => order > 0,
  gte: (order: number) => order >= 0,
  lt: (order: number) => order < 0,
  lte: (order: number) => order <= 0,
} as const;

/** A list equals a value if one of its elements does. */
function isSame(found: unknown, value: string): boolean {
  if (Array.isArray(found)) return found.some((one) => isSame(one, value));
  if (found === undefined || found === null || typeof found === 'object') return false;
  return compare(found, value) === 0;
}

/** Compares numbers as numbers, anything else as text: timestamps of one format sort as text. */
function compare(found: unknown, value: string): number {
  const left = String(found);
  if (isNumber(left) && isNumber(value)) return Number(left) - Number(value);
  return left < value ? -1 : Number(left > value);
}

const isNumber = (text: string): boolean => /^-?\d{1,15}(\.\d{1,9})?$/.test(text);
