import { css } from 'lit';

export const box = css`
  :host {
    display: block;
    min-block-size: var(--loyalty-account-block-size, 17.5em);
  }
`;
