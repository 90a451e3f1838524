// Readers for fields of replies, which are not validated: each takes any value and returns it with its type, or `undefined`.

export { readId, type Id } from './ids.ts';
export { moment } from './moment.ts';

/** The value as a record; an empty one where it is none. */
export const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/** A text that is not empty. Whole numbers are converted, because services send ids in both forms. */
export const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value ? value : Number.isSafeInteger(value) ? String(value) : undefined;

/** A whole number, also in text form. */
export const integer = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) ? (number as number) : undefined;
};
