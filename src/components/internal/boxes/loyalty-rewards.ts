import { css } from 'lit';

export const box = css`
  :host {
    display: block;
    min-block-size: calc(var(--loyalty-rewards-rows, 4) * var(--loyalty-rewards-row-size, 5.25em) + 3.5em);
  }
`;
