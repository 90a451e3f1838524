import type { CSSResult } from 'lit';

/** Gives an element the styles of a part that it has loaded later than itself; once, however often the part is loaded. */
export function addStyles({ shadowRoot }: Element, ...styles: readonly CSSResult[]): void {
  const { adoptedStyleSheets } = shadowRoot!;
  for (const { styleSheet } of styles)
    if (!adoptedStyleSheets.includes(styleSheet!)) adoptedStyleSheets.push(styleSheet!);
}
