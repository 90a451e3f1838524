/** Readers for what arrives: each takes anything and gives the one type it names, or nothing. No field is trusted. */

/** Own properties of a record, or of nothing. */
export const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/** Text that is there. Numbers that stand where text belongs are written out: ids come both ways. */
export const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value ? value : Number.isSafeInteger(value) ? String(value) : undefined;

/** A whole number, also when written as text. */
export const integer = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) ? (number as number) : undefined;
};

/** A moment: RFC 3339, or `YYYY-MM-DD HH:MM:SS` as UTC (ASSUMPTION G2). */
export const moment = (value: unknown): Date | undefined => {
  if (typeof value !== 'string' || !/^[\d-]{10}/.test(value)) return undefined;
  const date = new Date(/^[\d-]+ [\d:.]+$/.test(value) ? `${value.replace(' ', 'T')}Z` : value);
  return date.getTime() ? date : undefined;
};
