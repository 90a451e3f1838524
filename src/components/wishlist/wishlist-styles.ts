import { css } from 'lit';
import { controlStyles } from '../internal/control-styles.ts';
import { pictureStyles } from '../internal/picture.ts';
import { elementStyles } from '../internal/styles.ts';

/** Reserved box of `<loyalty-wishlist>`. */
export const box = css`
  :host {
    --_details: var(--_notes, 0em) + var(--_alert, 0em) + var(--_lists, 0em);
    --_row: calc(
      var(--loyalty-wishlist-image-size, 13em) + 5em + var(--_move, 0em) + var(--_details) +
        var(--loyalty-gap, 1em)
    );
    display: block;
    container-type: inline-size;
    contain-intrinsic-inline-size: 20em;
    /* At least 5em: two lines of text for guests, where the page reserves no rows. */
    min-block-size: calc(
      max(var(--loyalty-wishlist-rows, 1) * var(--_row), 1.5em) + max(3.5em, var(--_touch, 0px) + 1em) +
        var(--_above, 0em)
    );
  }
  :host([move-to-cart]:not([move-to-cart='false'])) {
    --_move: 3.25em;
  }
  :host([notes]:not([notes='false'])) {
    --_notes: var(--loyalty-wishlist-note-size, 5em);
  }
  :host([alerts]:not([alerts='false'])) {
    --_alert: var(--loyalty-wishlist-alert-size, 6.5em);
  }
  :host([all-lists]:not([all-lists='false'])) {
    --_lists: 1.5em;
  }
  :host([searchable]:not([searchable='false'])) {
    --_above: 3.75em;
  }
  :host([layout='list']) {
    --_gap: 0.75em;
    --_row: calc(var(--loyalty-wishlist-thumbnail-size, 4em) + var(--_button, 1.5em) + var(--_details));
  }
  :host([layout='list'][move-to-cart]:not([move-to-cart='false'])) {
    --_button: max(2em, var(--_touch, 0px) + 4px);
  }
`;

export const wishlistStyles = [
  elementStyles(box),
  controlStyles,
  pictureStyles,
  css`
    :host {
      display: flex;
      flex-direction: column;
    }
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
    .controls {
      min-block-size: var(--_above);
    }
    .item {
      position: relative;
      display: grid;
      /* The button stands at the end of the row: what is loaded later above it, such as notes, does not move it. */
      grid-template-rows: auto 1fr;
      gap: 0.5em;
      min-inline-size: 0;
      min-block-size: calc(var(--_row) - var(--_gap));
    }
    /* Of a long list, the browser lays out and paints what is near the view. The margin leaves room for the outline of the focus. */
    .item:nth-child(n + 25) {
      content-visibility: auto;
      contain-intrinsic-block-size: auto 0;
      overflow-clip-margin: 4px;
    }
    .picture {
      block-size: var(--loyalty-wishlist-image-size, 13em);
      border-radius: var(--_radius);
    }
    .picture svg {
      inline-size: 2.5em;
      max-inline-size: 50%;
      fill: none;
      stroke: currentColor;
    }
    .texts {
      display: flex;
      flex-direction: column;
      min-inline-size: 0;
    }
    a {
      color: inherit;
      text-decoration: none;
    }
    a:hover {
      text-decoration: underline;
    }
    /* The whole product is a link. Its buttons are above it. */
    a.line::after {
      content: '';
      position: absolute;
      inset: 0;
    }
    [part='shop-link'] {
      font-weight: 600;
      text-decoration: underline;
      text-underline-offset: 0.2em;
    }
    .heart {
      position: absolute;
      inset-block-start: 0.5em;
      inset-inline-end: 0.5em;
      z-index: 1;
      display: grid;
      place-items: center;
      inline-size: 2.75em;
      block-size: 2.75em;
      padding: 0;
      border-radius: 50%;
      background: var(--loyalty-wishlist-button-background, var(--_surface));
      color: var(--loyalty-wishlist-button-color, var(--_accent));
    }
    .heart svg {
      inline-size: 50%;
      fill: currentColor;
    }
    .move {
      inline-size: 100%;
    }
    .all {
      display: grid;
      min-block-size: calc(var(--_row) - var(--_gap));
    }
    .whole {
      flex: 1 0 auto;
    }
    .below {
      display: flex;
      gap: 1em;
      align-items: center;
      margin-block-start: clamp(1em, var(--_gap), 1.5em);
    }
    .below a {
      align-content: center;
      min-block-size: max(2.25em, var(--_touch, 0px));
    }
    /* Beside each other, also with long texts on a narrow page. */
    .below button {
      white-space: normal;
    }
    :host([layout='list']) ul {
      display: flex;
      flex-direction: column;
      gap: 0;
    }
    :host([layout='list']) .all {
      flex: 1;
      margin-block-start: 1em;
    }
    :host([layout='list']) .item {
      grid-template: none / var(--loyalty-wishlist-thumbnail-size, 4em) minmax(0, 1fr);
      grid-auto-flow: column;
      align-items: center;
      align-content: center;
      gap: 1em;
      min-block-size: var(--_row);
      border-block-end: 1px solid var(--_line);
    }
    /* Options and price are one line: with a button below them a row has no room for two. */
    :host([layout='list']) .texts {
      display: grid;
      grid-template-columns: minmax(0, auto) minmax(0, 1fr);
      align-items: baseline;
      column-gap: 0.75em;
    }
    :host([layout='list'])
      .texts
      > :is([part='name'], [part='problem'], [part='lists'], :nth-child(2):last-child) {
      grid-column: 1 / -1;
    }
    :host([layout='list']) .picture {
      aspect-ratio: 1;
      block-size: auto;
    }
    :host([layout='list']) .heart {
      position: static;
      order: 1;
    }
    :host([layout='list']) .move {
      inline-size: auto;
    }
    /* Narrow, or with large text: the button moves below the texts, which keep their width. */
    @container (inline-size < 28em) {
      :host([layout='list']) .item {
        row-gap: 0.25em;
      }
      :host([layout='list']) :is(.picture, .heart) {
        grid-row: 1 / 3;
      }
      :host([layout='list']) .move {
        grid-area: 2 / 2;
        justify-self: start;
        min-block-size: max(2em, var(--_touch, 0px));
      }
    }
    /* Very large text: nothing is cut off. */
    @container (inline-size < 16em) {
      .item,
      :host([layout='list']) .item {
        gap: 0.5em;
        padding-block-end: 0.5em;
      }
      :host([layout='list']) .item {
        grid-template-columns: 25cqi minmax(0, 1fr);
      }
      :host([layout='list']) :is(.picture, .heart) {
        grid-row: 1;
      }
      :host([layout='list']) .move {
        grid-column: 1 / 4;
      }
    }
  `,
];
