import { css, type CSSResult } from 'lit';

/**
 * Styles that all elements share. They derive from the theme: its font, its text colour, one accent. A theme sets the `--loyalty-…`
 * properties on any ancestor; the `--_…` properties are internal.
 *
 * Relative colours (`from currentColor`) make a translucent text colour opaque. Browsers without them ignore the declaration that uses the
 * property: quiet text then has the text colour, a button no background, and lines are not drawn. The lighter the text, the less quiet
 * text differs from it: a light text colour may stand on a middle background, such as a brand colour, which leaves no room for less
 * contrast.
 */
const tokens = css`
  :host {
    --_quiet: var(--loyalty-color-quiet, oklab(from currentColor l a b / max(0.76, l + 0.46)));
    --_line: var(--loyalty-color-line, oklab(from currentColor l a b / 0.16));
    box-sizing: border-box;
    color: var(--loyalty-color-text, inherit);
    font-variant-numeric: tabular-nums;
  }
  :host([hidden]) {
    display: none !important;
  }
  *,
  ::before,
  ::after {
    box-sizing: inherit;
  }
  .quiet {
    color: var(--_quiet);
  }
  .small {
    font-size: 0.8125em;
  }
  .skeleton {
    border-radius: 0.375em;
    background: var(--_line);
    color: transparent;
  }
  .hidden {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;

/** The first styles of every element: the shared ones, then its reserved box. */
export const elementStyles = (box: CSSResult): CSSResult[] => [tokens, box];
