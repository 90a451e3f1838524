import { css } from 'lit';

export const box = css`
  :host {
    display: block;
    block-size: var(--loyalty-tier-block-size, 8em);
  }
`;
