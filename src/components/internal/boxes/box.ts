import { unsafeCSS, type CSSResult } from 'lit';

/**
 * The space an element takes: the same before the script runs, while loading, with data and with an error, so what follows on
 * the page never moves. Rules by attribute selector (`''` is always). Each serves twice: in the element's own styles, and in
 * `loyalty.css` for the time before. Sizes are in em, so they grow with the theme's text.
 */
export type Box = Readonly<Record<string, string>>;

/** The box as `:host` rules, for an element's styles. */
export const hostRules = (box: Box): CSSResult =>
  unsafeCSS(
    Object.entries(box)
      .map(([attribute, rules]) => `:host(${attribute || '*'}){${rules}}`)
      .join(''),
  );
