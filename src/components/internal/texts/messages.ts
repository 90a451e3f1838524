import { formatNumber } from '../format.ts';
import { isHydrating } from '../in-browser.ts';
import type { Once, Undone } from '../../../services/index.ts';
import type { MessageKey } from './message-keys.ts';

/** A text, or one text for each plural category of the language (CLDR), chosen by the number `n`. */
export type Message =
  string | ({ readonly other: string } & { readonly [Form in Intl.LDMLPluralRule]?: string });

/** Replacements of texts, by the English text: `{ "Claim": "Einlösen", "points": { "one": "Punkt", "other": "Punkte" } }`. */
export type Messages = { readonly [Key in MessageKey]?: Message };

/** A text for each key, for a translation that the compiler checks to be complete. */
export type CompleteMessages = { readonly [Key in MessageKey]: Message };

/** Key of the page's replacements on `globalThis`. `vite.config.ts` writes it into the files of languages, too. */
export const REPLACEMENTS = Symbol.for('loyalty-elements messages');
/** Of the page: where the script was loaded twice, one copy may have the provider and the other one the elements. */
const page = globalThis as { [REPLACEMENTS]?: Messages; document?: { dir: string } };

/** What `setMessages` was given and the diagnostics have not checked yet. */
export const uncheckedMessages: (Messages | null)[] = [];

/** Replaces texts of all elements on the page. Elements show them from their next update on. `null` means: not valid JSON. */
export function setMessages(messages: Messages | null): void {
  page[REPLACEMENTS] = { ...page[REPLACEMENTS], ...messages };
  uncheckedMessages.push(messages);
}

/** Texts that promise something about a write, each with the proof that it needs: no element can show one without it. */
interface Promises {
  readonly 'We didn’t get an answer, and nothing has changed. You can try again.': Undone;
  readonly 'We didn’t get an answer. You can try again: it counts only once.': Once;
  readonly 'We didn’t get an answer. You can try again: you won’t be charged twice.': Once;
}
type PlainKey = Exclude<MessageKey, keyof Promises>;

/**
 * The text of an element: the page's replacement or the English text, with each `{name}` replaced by its value. Numbers are formatted
 * for the language, which is therefore required with them; `singular` is the English text for one.
 */
export function localize(text: PlainKey, values?: Readonly<Record<string, string>>): string;
export function localize(
  text: PlainKey,
  values: Readonly<Record<string, string | number>>,
  language: string | undefined,
  singular?: string,
): string;
export function localize<Text extends keyof Promises>(text: Text, proof: Promises[Text]): string;
export function localize(
  text: MessageKey,
  given: Readonly<Record<string, string | number>> | Once | Undone = {},
  language?: string,
  singular: string = text,
): string {
  const values = given as Readonly<Record<string, string | number>>;
  const english = values['n'] === 1 ? singular : text;
  // The server may have had no replacements: hydration renders the English text, and the update after it the replacement.
  const own = isHydrating() ? english : page[REPLACEMENTS]?.[text];
  const message = own ?? english;
  const form =
    typeof message === 'string'
      ? message
      : (message[new Intl.PluralRules(language).select(Number(values['n']))] ?? message.other);
  // In a page from right to left a number at the start of an English sentence would stand at its end, and the full stop of an English name at
  // its start.
  const isRightToLeft = page.document?.dir === 'rtl';
  const sentence = `${form ?? text}`.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? '';
    const shown = typeof value === 'number' ? formatNumber(value, language) : value;
    return isRightToLeft ? `\u2068${shown}\u2069` : shown;
  });
  return isRightToLeft && own === undefined ? `\u2066${sentence}\u2069` : sentence;
}
