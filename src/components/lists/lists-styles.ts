import { css } from 'lit';
import { controlStyles } from '../internal/control-styles.ts';
import { listStyles } from '../saved-products/list-styles.ts';
import { elementStyles } from '../internal/styles.ts';

/** Reserved box of `<loyalty-lists>`. */
export const box = css`
  :host {
    --_rows: var(--loyalty-lists-rows, 3);
    --_row: var(--loyalty-lists-row-size, 7em);
    display: block;
    min-block-size: calc(var(--_rows) * var(--_row) + max(3.5em, var(--_touch, 0px) + 1.5em));
  }
  @media (max-width: 40em) {
    :host {
      --_rows: var(--loyalty-lists-rows, 2);
      --_row: var(--loyalty-lists-row-size, 11.5em);
    }
  }
  /* The pictures are beside the name. */
  @media (min-width: 31em) and (max-width: 40em) {
    :host {
      --_row: var(--loyalty-lists-row-size, 8em);
    }
  }
`;

export const listsStyles = [
  elementStyles(box),
  controlStyles,
  listStyles,
  css`
    .row {
      grid-template-columns: minmax(0, 1fr) auto auto;
    }
    /* Above the button. */
    .rows {
      flex: none;
      min-block-size: min(var(--_rows) * var(--_row), 20em);
    }
    .row:first-child,
    .hidden + .row {
      border-block-start-color: transparent;
    }
    .pictures {
      display: flex;
      gap: 0.25em;
    }
    .pictures .picture {
      position: relative;
      inline-size: 4em;
    }
    .panel {
      grid-column: 1 / -1;
    }
    :host {
      display: flex;
      flex-direction: column;
    }
    .below {
      display: flex;
      flex: 1;
      gap: 0.75em;
      align-items: center;
      min-block-size: max(3.5em, var(--_touch, 0px) + 1.5em);
    }
    /* What the lists leave of the reserved box is the frame for a new one. */
    .frame {
      justify-content: center;
      border: 1px dashed var(--_line);
      border-radius: var(--_radius);
    }
    .panel {
      margin-block: 1em;
    }
    .row .panel {
      margin: 0;
    }
    /* Beside pictures and buttons. */
    .name {
      --_lines: 3;
    }
    .name:is(button) {
      position: static;
      min-block-size: 0;
      padding: 0;
      border: 0;
      background: none;
      font-size: 1em;
      font-weight: 600;
    }
    @container (inline-size < 48em) {
      .row {
        grid-template-columns: minmax(0, 1fr) auto;
        row-gap: 0.25em;
        padding-block: 0.25em;
      }
      .pictures .picture {
        inline-size: 3em;
      }
      .actions {
        grid-column: 1 / -1;
        justify-content: start;
        max-inline-size: none;
      }
    }
    @container (inline-size < 28em) {
      .row {
        grid-template-columns: minmax(0, 1fr);
        row-gap: 0.5em;
      }
    }
    [aria-busy='true'] {
      opacity: 0.6;
    }
  `,
];
