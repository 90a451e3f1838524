import { css } from 'lit';

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
