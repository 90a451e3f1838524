import { html } from 'lit';

/** A language tag, such as `en` or `pt-BR`. */
const LANGUAGE = /^[a-z]{2,8}(-[a-z\d]{1,8})*$/i;

/** A text of the service, marked with its language where that is another one than the page's: a screen reader would mispronounce it. */
export const inLanguage = (text: string | undefined, language: unknown) =>
  typeof language === 'string' && LANGUAGE.test(language)
    ? html`<span lang=${language}>${text}</span>`
    : text;

/** Stands for a text while a sentence is made around it: a character that no text has. */
const PLACE = '\uE000';

/**
 * A sentence of ours around a text of the service, which is marked as above.
 * @param sentence makes it with this text
 */
export function aroundText(sentence: (text: string) => string, text: string, language: unknown) {
  const marked = inLanguage(text, language);
  const [before, after] = sentence(PLACE).split(PLACE);
  return marked === text ? sentence(text) : html`${before}${marked}${after}`;
}
