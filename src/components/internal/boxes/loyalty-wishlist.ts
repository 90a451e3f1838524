import { css } from 'lit';

export const box = css`
  :host {
    --_row: calc(var(--loyalty-wishlist-image-size, 13em) + 3.75em + var(--loyalty-gap, 1em));
    display: block;
    min-block-size: calc(var(--loyalty-wishlist-rows, 1) * var(--_row) + 3.5em);
  }
  :host([move-to-cart]:not([move-to-cart='false'])) {
    --_row: calc(var(--loyalty-wishlist-image-size, 13em) + 7em + var(--loyalty-gap, 1em));
  }
  :host([layout='list']) {
    --_row: 6em;
  }
`;
