import { formatNumber } from './format.ts';

/** What an element says. `{name}` is filled in; two forms are chosen by the number `n`. */
export type Message = string | { readonly one: string; readonly other: string };

/** Texts in place of ours, by key: `{ 'rewards.claim': 'Einlösen' }`. */
export type Messages = Readonly<Record<string, Message>>;

let replacements: Messages = {};

/** Replaces texts, page-wide. Elements show them from their next update on. */
export function setMessages(messages: Messages): void {
  replacements = { ...replacements, ...messages };
}

/** The text for `key`, filled in for this language. Numbers are written as the language writes them. */
export function say(
  key: string,
  standard: Message,
  values: Readonly<Record<string, string | number>> = {},
  language?: string,
): string {
  const message = replacements[key] ?? standard;
  const form =
    typeof message === 'string'
      ? message
      : message[new Intl.PluralRules(language).select(Number(values.n)) === 'one' ? 'one' : 'other'];
  return form.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? '';
    return typeof value === 'number' ? formatNumber(value, language) : value;
  });
}

/** `point` or `points`, as the number calls for. */
export const pointsWord = (points: number, language?: string): string =>
  say('balance.points', { one: 'point', other: 'points' }, { n: points }, language);
