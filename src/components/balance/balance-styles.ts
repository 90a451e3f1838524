import { css } from 'lit';
import { elementStyles } from '../internal/styles.ts';

/** Reserved box of `<loyalty-balance>`. */
export const box = css`
  :host {
    display: inline-block;
    vertical-align: bottom;
    block-size: 1lh;
    min-inline-size: var(--loyalty-balance-inline-size, 9em);
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
      gap: 0.375em;
      max-inline-size: 100%;
    }
    [part~='value'] {
      color: var(--loyalty-balance-color, inherit);
      font-weight: 600;
    }
  `,
];
