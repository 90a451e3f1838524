import { css } from 'lit';
import { elementStyles } from '../internal/styles.ts';

/**
 * Reserved box of `<loyalty-balance>`: a line of the text around it, and more where a theme makes the number larger.
 */
export const box = css`
  :host {
    display: inline-block;
    vertical-align: bottom;
    min-block-size: var(--loyalty-balance-block-size, 1lh);
    min-inline-size: min(var(--loyalty-balance-inline-size, 9em), 100vw);
    white-space: nowrap;
  }
  :host([variant='card']) {
    display: block;
    block-size: var(--loyalty-balance-block-size, 7em);
  }
`;

export const balanceStyles = [
  elementStyles(box),
  css`
    .base {
      display: inline-flex;
      align-items: baseline;
      gap: 0.25em;
      max-inline-size: 100%;
    }
    /* A line height in pixels would make the smaller text higher than the line. */
    .base > .small {
      line-height: 1;
    }
    [part~='value'] {
      color: var(--loyalty-balance-color, inherit);
      font-weight: 600;
    }
  `,
];
