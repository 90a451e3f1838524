/** A timestamp: RFC 3339, or `YYYY-MM-DD HH:MM:SS` as UTC (ASSUMPTION). */
export const moment = (value: unknown): Date | undefined => {
  if (typeof value !== 'string' || !/^[\d-]{10}/.test(value)) return undefined;
  const date = new Date(/^[\d-]+ [\d:.]+$/.test(value) ? `${value.replace(' ', 'T')}Z` : value);
  return date.getTime() ? date : undefined;
};
