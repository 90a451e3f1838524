/** The language an element speaks: the nearest `lang`, else the page's; `undefined` is the browser's own. */
export function languageOf(element: Element): string | undefined {
  try {
    return new Intl.Locale(element.closest<HTMLElement>('[lang]')!.lang).baseName;
  } catch {
    return undefined; // no language, or one that nobody speaks
  }
}

/** `2,480`. */
export const formatNumber = (value: number, language?: string, options?: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(language, options).format(value);
