/** The language an element speaks: the nearest `lang`, else the page's. */
export function languageOf(element: Element): string | undefined {
  const language = (element.closest<HTMLElement>('[lang]') ?? document.documentElement).lang;
  return Intl.NumberFormat.supportedLocalesOf(validTags(language)).at(0);
}

const validTags = (language: string): string[] =>
  /^[a-z]{2,3}(-[a-z\d]{2,8})*$/i.test(language) ? [language] : [];

/** `2,480`. */
export const formatNumber = (value: number, language?: string, options?: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(language, options).format(value);

/** `4 January`, with the year when it is not this one. */
export function formatDay(day: Date, language?: string): string {
  const year = day.getFullYear() === new Date().getFullYear() ? undefined : 'numeric';
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', ...(year && { year }) }).format(
    day,
  );
}

/** `€89.00`, digit by digit as the service wrote it: no floating point in between. */
export function formatMoney(amount: string, currency: string | undefined, language?: string): string {
  if (!currency || !/^[a-z]{3}$/i.test(currency) || !/^-?\d+(\.\d+)?$/.test(amount)) return amount;
  return new Intl.NumberFormat(language, { style: 'currency', currency }).format(
    amount as Intl.StringNumericLiteral,
  );
}
