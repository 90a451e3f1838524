import { formatNumber } from './format.ts';
import { isHydrating } from './hydration.ts';
import type { MessageKey } from './message-keys.ts';

/** A text, or its forms by the plural categories of the language (CLDR), chosen by the number `n`. */
export type Message =
  string | ({ readonly other: string } & { readonly [Form in Intl.LDMLPluralRule]?: string });

/** Texts in place of ours, by the English ones: `{ "Claim": "Einlösen", "points": { "one": "Punkt", "other": "Punkte" } }`. */
export type Messages = { readonly [Key in MessageKey]?: Message };

let replacements: Messages = {};

/** Replaces texts, page-wide. Elements show them from their next update on. `null`: what was given could not be read. */
export function setMessages(messages: Messages | null): void {
  replacements = { ...replacements, ...messages };
  void import('./page-mistakes.ts').then(({ checkMessages }) => checkMessages(messages)).catch(() => {});
}

/**
 * What an element says: the English text, or what the page has in its place, with `{name}` filled in. Numbers are written as
 * the language writes them; `singular` is the English form for one.
 */
export function say(
  text: MessageKey,
  values: Readonly<Record<string, string | number>> = {},
  language?: string,
  singular: string = text,
): string {
  // The server may have had other texts: the update after hydration writes the page's own, as they differ from these.
  const message = (isHydrating() ? undefined : replacements[text]) ?? { one: singular, other: text };
  const form =
    typeof message === 'string'
      ? message
      : (message[new Intl.PluralRules(language).select(Number(values.n))] ?? message.other);
  return `${form ?? text}`.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? '';
    return typeof value === 'number' ? formatNumber(value, language) : value;
  });
}

/** `points` or `point`, as the number calls for. */
export const pointsWord = (points: number, language?: string): string =>
  say('points', { n: points }, language, 'point');
