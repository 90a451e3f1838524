/** Converter of ids and handles: a template may put blanks around them, and pasted text brings characters that nobody sees. */
export const readId = (value: string | null): string => value?.replace(/\p{Cf}/gu, '').trim() ?? '';
