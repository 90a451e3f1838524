// Text that a person typed or pasted, in the form in which it is compared. The database has the same (`typed_code`).

/** Characters without a glyph of their own that copied text brings along, such as U+200B and U+2060. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Blanks, dashes and punctuation: they group the characters of a code. U+2800 looks like a blank. */
const SEPARATORS = /[\p{White_Space}\p{Cc}\p{P}\p{Dash}\u2800$+<=>^`|~]/gu;
const DIGIT = /^\p{Nd}$/u;

/** Compatibility forms as their plain characters (NFKC), decimal digits of every script as 0–9, without invisible characters. */
export const typedText = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(/\p{Nd}/gu, plainDigit);

/** Unicode has the ten digits of a script in a row, from zero, and some of these rows are adjacent. */
function plainDigit(digit: string): string {
  if (digit <= '9') return digit;
  let last = digit.codePointAt(0)! - 1;
  while (DIGIT.test(String.fromCodePoint(last))) last--;
  return String((digit.codePointAt(0)! - last - 1) % 10);
}

/**
 * The form in which two spellings of a code, a receipt number or a reference are one: `abcd 1234`, `ABCD–1234` and `ａｂｃｄ1234`. A text of
 * separators alone stays as it is.
 */
export function typedCode(code: string): string {
  const characters = [...typedText(code).replace(SEPARATORS, '')].map(foldCase).join('');
  // Characters may be neighbours only now, such as a letter and an accent that was typed after a blank.
  return characters === '' ? code : characters.normalize('NFKC');
}

/** By code point, so that no language, neighbour or locale of a database matters: `ı` and `İ` are `i`, `ς` is `σ`, `ẞ` is `ß`. */
function foldCase(character: string): string {
  const capital = character.toUpperCase();
  const [folded = character] = ([...capital].length === 1 ? capital : character).toLowerCase();
  return folded;
}

/**
 * The number of so many digits in a text: `123 456`, `123–456` and `Your code is 123456.` have one of six. `undefined` for none, and for
 * several that differ.
 */
export function typedDigits(text: string, count: number): string | undefined {
  const plain = typedText(text);
  const numberOf = (runs: readonly string[] | null): string | undefined => {
    const found = new Set(
      runs?.map((run) => run.replace(/\D/g, '')).filter(({ length }) => length === count),
    );
    return found.size === 1 ? [...found][0] : undefined;
  };
  // A line may have other numbers beside the code ("valid for 10 minutes"): together with blanks, those would join it.
  return numberOf(plain.match(/\d+/g)) ?? numberOf(plain.match(/\d(?:[\s\p{Dash}]*\d)*/gu));
}
