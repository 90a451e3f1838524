import { css } from 'lit';
import { controlStyles } from './control-styles.ts';
import { elementStyles } from './styles.ts';

/** Reserved box of `<loyalty-wishlist>`. */
export const wishlistBox = css`
  :host {
    --_row: calc(var(--loyalty-wishlist-image-size, 13em) + 3.75em + var(--loyalty-gap, 1em));
    display: block;
    min-block-size: calc(var(--loyalty-wishlist-rows, 1) * var(--_row) + 3.5em);
  }
  :host([move-to-cart]:not([move-to-cart='false'])) {
    --_row: calc(var(--loyalty-wishlist-image-size, 13em) + 7em + var(--loyalty-gap, 1em));
  }
  :host([layout='list']) {
    --_row: calc(var(--loyalty-wishlist-thumbnail-size, 4em) + 2em);
  }
`;

export const wishlistStyles = [
  elementStyles(wishlistBox),
  controlStyles,
  css`
    ul {
      display: grid;
      grid-template-columns: repeat(
        var(--loyalty-wishlist-columns, auto-fill),
        minmax(
          min(
            (100% + var(--_gap)) / var(--loyalty-wishlist-columns, 1) - var(--_gap),
            var(--loyalty-wishlist-column-size, 10em)
          ),
          1fr
        )
      );
      gap: var(--_gap);
      margin: 0;
      padding: 0;
      list-style: none;
      outline: none;
    }
    /* A server renders more products than fit. */
    ul[aria-busy] {
      max-block-size: calc(var(--loyalty-wishlist-rows, 1) * var(--_row) - var(--_gap));
      overflow: hidden;
    }
    .item {
      position: relative;
      display: grid;
      align-content: start;
      gap: 0.5em;
      min-inline-size: 0;
      block-size: calc(var(--_row) - var(--_gap));
    }
    .picture {
      display: block;
      block-size: var(--loyalty-wishlist-image-size, 13em);
      overflow: hidden;
      border-radius: var(--_radius);
      background-color: var(--_wash);
    }
    img {
      inline-size: 100%;
      block-size: 100%;
      object-fit: cover;
    }
    .texts {
      display: grid;
      gap: 0.125em;
      min-inline-size: 0;
    }
    a {
      color: inherit;
      text-decoration: none;
    }
    a:hover {
      text-decoration: underline;
    }
    .heart {
      position: absolute;
      inset-block-start: 0.5em;
      inset-inline-end: 0.5em;
      display: grid;
      place-items: center;
      inline-size: 2.75em;
      block-size: 2.75em;
      padding: 0;
      border-color: var(--_line);
      border-radius: 50%;
      background: var(--loyalty-wishlist-button-background, var(--_surface));
      color: var(--loyalty-wishlist-button-color, var(--_accent));
    }
    .heart svg {
      inline-size: 50%;
      fill: currentColor;
    }
    /* The box is reserved for products: a sentence in their place stands in its middle. */
    .notice {
      flex-direction: column;
      justify-content: center;
      min-block-size: inherit;
      text-align: center;
    }
    .move {
      inline-size: 100%;
    }
    .more {
      display: block;
      margin-block-start: 0.5em;
    }
    :host([layout='list']) ul {
      display: block;
    }
    :host([layout='list']) .item {
      grid-template-columns: var(--loyalty-wishlist-thumbnail-size, 4em) minmax(0, 1fr) auto auto;
      align-items: center;
      align-content: center;
      gap: 1em;
      block-size: var(--_row);
      border-block-end: 1px solid var(--_line);
    }
    :host([layout='list']) .picture {
      block-size: var(--loyalty-wishlist-thumbnail-size, 4em);
    }
    :host([layout='list']) .heart {
      position: static;
      order: 1;
    }
    :host([layout='list']) .move {
      inline-size: auto;
    }
  `,
];
