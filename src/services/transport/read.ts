// Readers for fields of replies, which are not validated: each takes any value and returns it with its type, or `undefined`.

/** The value as a record; an empty one where it is none. */
export const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/** A text that is not empty. Whole numbers are converted, because services send ids in both forms. */
export const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value ? value : Number.isSafeInteger(value) ? String(value) : undefined;

/** An id: an opaque text, or a number that was sent as one. It is sent back as it came. */
export type Id = string | number;
export const readId = (value: unknown): Id | undefined =>
  (typeof value === 'string' && value) || Number.isSafeInteger(value) ? (value as Id) : undefined;

/** A whole number, also in text form. */
export const integer = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) ? (number as number) : undefined;
};

/** A timestamp: RFC 3339, or `YYYY-MM-DD HH:MM:SS` as UTC (ASSUMPTION). */
export const moment = (value: unknown): Date | undefined => {
  if (typeof value !== 'string' || !/^[\d-]{10}/.test(value)) return undefined;
  const date = new Date(/^[\d-]+ [\d:.]+$/.test(value) ? `${value.replace(' ', 'T')}Z` : value);
  return date.getTime() ? date : undefined;
};
