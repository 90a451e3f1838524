import { html } from 'lit';
import { inLanguage } from './in-language.ts';

/** Stands for a text while a sentence is made around it: a character that no text has. */
const PLACE = '\uE000';

/**
 * A sentence of ours around a text of the service, which is marked with its language.
 * @param sentence makes it with this text
 */
export function aroundText(sentence: (text: string) => string, text: string, language: unknown) {
  const marked = inLanguage(text, language);
  const [before, after] = sentence(PLACE).split(PLACE);
  return marked === text ? sentence(text) : html`${before}${marked}${after}`;
}
