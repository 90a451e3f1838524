import { css, type CSSResult } from 'lit';

/**
 * Styles that all elements share. They derive from the theme: its font, its text colour, one accent. A theme sets the `--loyalty-…`
 * properties on any ancestor; the `--_…` properties are internal.
 */
const tokens = css`
  :host {
    --_quiet: var(--loyalty-color-quiet, color-mix(in oklab, currentColor 76%, transparent));
    --_line: var(--loyalty-color-line, color-mix(in oklab, currentColor 16%, transparent));
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
