/** A name as somebody writes it: letters of either case, and blanks around it, make no other one. */
export const spellingOf = (name: string): string => name.normalize('NFKC').trim().toLowerCase();

/** Letters that Unicode does not take apart, and that many databases compare as these. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
};
const PLAIN = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'g');

/**
 * One account for all spellings that a platform may accept as the same name, also one that ignores accents: limits count it. Two customers may
 * have the same account, so it does not say whose anything is.
 */
export const accountOf = (name: string): string =>
  spellingOf(name)
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    // Of the two, only capitals are the same for ß and ss.
    .toUpperCase()
    .toLowerCase()
    .replace(PLAIN, (letter) => PLAIN_LETTERS[letter]!);
