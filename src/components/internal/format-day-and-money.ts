/** `4 January`, with the year when it is not this one. */
export function formatDay(day: Date, language?: string): string {
  const year = day.getFullYear() === new Date().getFullYear() ? undefined : 'numeric';
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', ...(year && { year }) }).format(
    day,
  );
}

/** `€89` or `€89.50`, digit by digit as the service wrote it: no floating point in between. */
export function formatMoney(amount: string, currency: string | undefined, language?: string): string {
  if (!currency || !/^[a-z]{3}$/i.test(currency) || !/^-?\d+(\.\d+)?$/.test(amount)) return amount;
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(amount as Intl.StringNumericLiteral);
}
