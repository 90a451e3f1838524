import * as v from 'valibot';
import { typedText } from '../../../src/services/transport/typed-text.ts';
import { invalid } from '../api/problem.ts';

/** Errors of formulas in the spreadsheets of several languages, and a column that was too narrow for its number. */
const FORMULA_ERROR =
  /^#(N\/A|NV|N\/D|REF!|BEZUG!|VALUE!|WERT!|VALEUR!|VALOR!|DIV\/0!|NAME\?|NOM\?|NOMBRE\?|¿NOMBRE\?|NUM!|ZAHL!|NULL!|SPILL!|CALC!|FIELD!|GETTING_DATA|¡\p{Lu}+!|#+)$/u;
/** Words that programs write where a value is missing. `Null` is a name of people, so case counts. */
const NO_VALUE = /^(NULL|null|NaN|nan|None|undefined|nil|N\/A|n\/a|\\N|\(null\))$/;
/** A long number as spreadsheets show it: its other digits are lost. */
const SHORTENED = /^[+-]?\d(?:[.,]\d+)?E[+-]\d{2,3}$/i;

/** Throws 422 for a cell that a program has filled with something else than the value. */
function checkCell(column: string, text: string): void {
  const refused = (why: string) => invalid({ [column]: [`The column ${column} has ${text}: ${why}`] });
  if (SHORTENED.test(text))
    throw refused(
      'the spreadsheet has shortened this number. Format the column as text, enter the number again and export.',
    );
  if (FORMULA_ERROR.test(text))
    throw refused('an error of the spreadsheet. Correct the formula, or leave the cell empty.');
  if (NO_VALUE.test(text)) throw refused('no value. Leave the cell empty.');
}

const truths: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'y', 'on', '1'].map((word) => [word, true] as const),
  ...['false', 'no', 'n', 'off', '0'].map((word) => [word, false] as const),
]);

/** A number as people write it, without an exponent, another base or separators of thousands. */
const DECIMAL = /^-?\d{1,15}(\.\d{1,15})?$/;

/** One thousand in many languages, and one with three decimals in others. */
const THOUSAND = /^-?[1-9]\d{0,2}\.000$/;

/** Digits that amounts of a currency have behind the point; 2 where the row names none. */
function digitsOf(currency: unknown): number {
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency.trim())) return 2;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: currency.trim() });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}

/**
 * The text of a cell as a value that the field accepts: as text, number, truth value, JSON or a list with commas, in this order; otherwise
 * the text, which the endpoint then refuses. Throws 422 for what a spreadsheet has made of a value.
 */
export function valueOfCell(
  column: string,
  cell: string,
  schema: v.GenericSchema | undefined,
  currency?: unknown,
): unknown {
  const text = cell.trim();
  checkCell(column, text);
  if (!schema) return text;
  if (THOUSAND.test(text) && !v.safeParse(schema, 'text').success && digitsOf(currency) < 3)
    throw invalid({
      [column]: [
        `The column ${column} has ${text}: with a point for thousands or for decimals? Write ${text.slice(0, -4)} or ${text.replace('.', '')}.`,
      ],
    });
  const accepted = [...candidatesOf(text)].find((candidate) => v.safeParse(schema, candidate).success);
  if (accepted !== undefined) return accepted;
  // The endpoint says what is wrong within an object.
  const [object] = v.safeParse(schema, {}).success ? jsonOf(text) : [];
  return object ?? text;
}

function* candidatesOf(text: string): Generator<unknown> {
  yield text;
  const number = typedText(text);
  if (DECIMAL.test(number)) yield Number(number);
  const truth = truths.get(text.toLowerCase());
  // Some truth values of the interface are the texts "1" and "0".
  if (truth !== undefined) yield* [truth, truth ? '1' : '0'];
  if (/^[[{]/.test(text)) yield* jsonOf(text);
  yield text.split(',').map((item) => item.trim());
}

function* jsonOf(text: string): Generator<unknown> {
  try {
    yield JSON.parse(text);
  } catch {
    // It is no JSON, and the field takes no other text.
  }
}
