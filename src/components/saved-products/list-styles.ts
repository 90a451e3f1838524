import { css } from 'lit';
import { pictureStyles } from '../internal/picture.ts';

/** Styles of the rows of `<loyalty-shared-list>` and `<loyalty-registry>`. Their boxes define `--_row` and `--_rows`. */
export const listStyles = [
  pictureStyles,
  css`
    :host {
      container-type: inline-size;
      overflow-wrap: anywhere;
    }
    p,
    ul {
      margin: 0;
      padding: 0;
    }
    /* Without the button below them, which the reserved box has room for, the rows share that room. */
    :host,
    .base {
      display: flex;
      flex-direction: column;
    }
    .base,
    .with-end,
    .full {
      flex: 1 0 auto;
      min-inline-size: 0;
    }
    .full {
      display: grid;
    }
    .head {
      min-block-size: 4.5em;
    }
    .title {
      font-size: clamp(1.5em, 5cqi, 2em);
      font-weight: 600;
      line-height: 1.2;
      text-wrap: balance;
    }
    ul {
      list-style: none;
      outline: none;
    }
    ul[aria-busy] {
      max-block-size: calc(var(--_rows) * var(--_row));
      overflow: hidden;
    }
    /* Without rows: what the name of the list leaves of the box. */
    .notice {
      flex: 1;
    }
    .head ~ .notice {
      min-block-size: 0;
    }
    .row {
      display: grid;
      grid-template-columns: 8em minmax(0, 1fr) auto;
      align-items: center;
      align-content: center;
      gap: 0.5em 1em;
      min-block-size: var(--_row);
      padding-block: 0.5em;
      border-block-start: 1px solid var(--_line);
    }
    .picture {
      aspect-ratio: 1;
      border-radius: var(--_radius);
    }
    .picture svg {
      inline-size: 2em;
      max-inline-size: 50%;
      fill: none;
      stroke: currentColor;
    }
    .texts {
      display: grid;
      justify-items: start;
      min-inline-size: 0;
    }
    .line {
      max-inline-size: 100%;
    }
    .name {
      font-weight: 600;
    }
    progress {
      inline-size: min(8em, 100%);
      block-size: 0.5em;
      accent-color: var(--_accent);
    }
    a {
      align-content: center;
      color: inherit;
      text-decoration: none;
    }
    a:hover {
      text-decoration: underline;
    }
    /* The whole row is a link. Its controls are above it. */
    :is(a, button).name::after {
      content: '';
      position: absolute;
      inset: 0;
    }
    .row,
    .actions,
    form {
      position: relative;
    }
    [part='shop-link'],
    [part='hint'] a {
      font-weight: 600;
      text-decoration: underline;
      text-underline-offset: 0.2em;
    }
    /* Above its buttons. */
    [part='own'] {
      flex: 1 0 100%;
      padding: 0.5em 0.75em;
      border-radius: var(--_radius);
      text-align: center;
      background: var(--_wash);
      font-weight: 600;
    }
    .actions {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      justify-content: end;
      gap: 0.5em;
      max-inline-size: 20em;
    }
    /* Quieter than the name beside them. */
    .actions .ghost {
      font-weight: 400;
    }
    form {
      display: flex;
      flex-wrap: wrap;
      grid-column: 1 / -1;
      align-items: end;
      gap: 0.75em;
    }
    form > p {
      flex: 1 0 100%;
    }
    label {
      display: grid;
      flex: 1 1 14em;
      max-inline-size: 28em;
      gap: 0.25em;
    }
    label.number {
      flex: 0 1 6em;
    }
    /* Overlaps the rows at the lower edge of what is visible, so that nothing moves. */
    .toast {
      position: sticky;
      inset-block-end: 0;
      z-index: 1;
      block-size: 0;
    }
    .toast div {
      position: absolute;
      inset: auto 0 0.5em;
      display: flex;
      align-items: center;
      justify-content: space-between;
      gap: 1em;
      padding: 0.5em 0.75em;
      border: 1px solid var(--_line);
      border-radius: var(--_radius);
      background: var(--_surface);
    }
    .notice {
      text-wrap: balance;
    }
    .more {
      align-self: start;
      margin-block-start: 1em;
    }
    .takes-row {
      flex: 99;
      align-self: stretch;
    }
    @container (inline-size < 34em) {
      .row {
        grid-template-columns: 6em minmax(0, 1fr);
        column-gap: 1em;
      }
      .actions {
        grid-column: 2;
        justify-content: start;
        max-inline-size: none;
      }
    }
    /* Very large text: nothing is cut off. */
    @container (inline-size < 16em) {
      .row {
        grid-template-columns: 25cqi minmax(0, 1fr);
      }
      .actions {
        grid-column: 1 / -1;
      }
    }
  `,
];
