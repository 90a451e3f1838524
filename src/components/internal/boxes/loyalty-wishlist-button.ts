import { css } from 'lit';

export const box = css`
  :host {
    display: inline-block;
    vertical-align: middle;
    inline-size: var(--loyalty-wishlist-button-size, 2.5em);
    block-size: var(--loyalty-wishlist-button-size, 2.5em);
  }
`;
