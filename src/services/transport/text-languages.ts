import { record } from './read.ts';

/** A language tag, such as `en` or `pt-BR`. */
const LANGUAGE = /^[a-z]{2,8}(-[a-z\d]{1,8})*$/i;

/**
 * The language of the first of these texts that a definition has, where it is another one than the page's: `text_languages` of the definition.
 * ASSUMPTION: the interface says nothing of languages.
 */
export function languageOfText(definition: unknown, ...fields: readonly string[]): string | undefined {
  const shown = fields.find((field) => record(definition)[field]);
  const language = shown && record(record(definition).text_languages)[shown];
  return typeof language === 'string' && LANGUAGE.test(language) ? language : undefined;
}
