/** Language of an element: the nearest `lang` attribute; `undefined` is the browser's language. */
export function languageOf(element: Element): string | undefined {
  try {
    return new Intl.Locale(element.closest<HTMLElement>('[lang]')!.lang).baseName;
  } catch {
    return undefined; // no language, or not a valid one
  }
}

/** `2,480`. */
export const formatNumber = (value: number, language?: string, options?: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(language, options).format(value);
