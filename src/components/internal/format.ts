/**
 * Language of an element: the nearest `lang` attribute, also outside of the shadow roots that contain the element, as in HTML;
 * `undefined` is the browser's language.
 */
export function languageOf(element: Element): string | undefined {
  try {
    const named = element.closest<HTMLElement>('[lang]');
    return named
      ? new Intl.Locale(named.lang).baseName
      : languageOf((element.getRootNode() as ShadowRoot).host);
  } catch {
    return undefined; // no language, which ends at the document, which has no host, or not a valid one
  }
}

/** `2,480`. */
export const formatNumber = (value: number, language?: string, options?: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(language, options).format(value);

/**
 * The first number that a page formats takes 10 ms, because the browser loads what it knows of all languages, and four times as long on a
 * slow processor. Comparing text loads half of it: in a task of its own, before the first number, no task is long.
 */
export const preloadLanguageData = (): number => 'a'.localeCompare('b', 'en');
