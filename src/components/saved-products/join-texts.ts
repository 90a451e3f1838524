/** One line of several texts. Each keeps its own direction in a page from right to left, where a full stop would change its side. */
export const joinTexts = (texts: readonly (string | false | undefined)[]): string =>
  texts
    .filter(Boolean)
    .map((text) => (globalThis.document?.dir === 'rtl' ? `\u2068${text}\u2069` : text))
    .join(' · ');
