import { html } from 'lit';

/** A text of the service, marked with its language where that is another one than the page's: a screen reader would mispronounce it. */
export const inLanguage = (text: string | undefined, language: string | undefined) =>
  language ? html`<span lang=${language}>${text}</span>` : text;
