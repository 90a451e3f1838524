/** `4 January`, with the year when it is not this one. */
export function formatDay(day: Date, language?: string): string {
  const year = day.getFullYear() === new Date().getFullYear() ? undefined : 'numeric';
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', ...(year && { year }) }).format(
    day,
  );
}
