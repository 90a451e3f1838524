import { withAdvice } from '../advice.ts';
import { formatNumber } from '../format.ts';
import { isHydrating } from '../in-browser.ts';
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
const page = globalThis as { [REPLACEMENTS]?: Messages };

/** Replaces texts of all elements on the page. Elements show them from their next update on. `null` means: not valid JSON. */
export function setMessages(messages: Messages | null): void {
  page[REPLACEMENTS] = { ...page[REPLACEMENTS], ...messages };
  withAdvice(({ checkMessages }) => checkMessages(messages));
}

/**
 * The text of an element: the page's replacement or the English text, with each `{name}` replaced by its value. Numbers are formatted
 * for the language, which is therefore required with them; `singular` is the English text for one.
 */
export function localize(text: MessageKey, values?: Readonly<Record<string, string>>): string;
export function localize(
  text: MessageKey,
  values: Readonly<Record<string, string | number>>,
  language: string | undefined,
  singular?: string,
): string;
export function localize(
  text: MessageKey,
  values: Readonly<Record<string, string | number>> = {},
  language?: string,
  singular: string = text,
): string {
  // The server may have had no replacements: hydration renders the English text, and the update after it the replacement.
  const message =
    (isHydrating() ? undefined : page[REPLACEMENTS]?.[text]) ?? (values['n'] === 1 ? singular : text);
  const form =
    typeof message === 'string'
      ? message
      : (message[new Intl.PluralRules(language).select(Number(values['n']))] ?? message.other);
  return `${form ?? text}`.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? '';
    return typeof value === 'number' ? formatNumber(value, language) : value;
  });
}

/** `points` or `point`, depending on the number. */
export const pointsLabel = (points: number, language?: string): string =>
  localize('points', { n: points }, language, 'point');
