import { html } from 'lit';

/** A language tag, such as `en` or `pt-BR`. */
const LANGUAGE = /^[a-z]{2,8}(-[a-z\d]{1,8})*$/i;

/** A text of the service, marked with its language where that is another one than the page's: a screen reader would mispronounce it. */
export const inLanguage = (text: string | undefined, language: unknown) =>
  typeof language === 'string' && LANGUAGE.test(language)
    ? html`<span lang=${language}>${text}</span>`
    : text;
