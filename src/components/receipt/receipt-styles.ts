import { css } from 'lit';
import { controlStyles } from '../internal/control-styles.ts';
import { fieldStyles } from '../internal/field-styles.ts';
import { elementStyles } from '../internal/styles.ts';

/** Reserved box of `<loyalty-receipt>`. On narrow screens the list is below the form. */
export const box = css`
  :host {
    display: block;
    min-block-size: var(--loyalty-receipt-block-size, 19em);
  }
  @media (max-width: 45em) {
    :host {
      min-block-size: var(--loyalty-receipt-block-size, 36em);
    }
  }
`;

export const receiptStyles = [
  elementStyles(box),
  controlStyles,
  fieldStyles,
  css`
    :host {
      container-type: inline-size;
      line-height: 1.4;
    }
    .base {
      display: grid;
      grid-template-columns: minmax(0, 26em);
      gap: 1.25em clamp(1.5em, 6cqi, 4em);
    }
    @container (inline-size >= 40em) {
      .base {
        grid-template-columns: minmax(0, 26em) minmax(0, 1fr);
      }
    }
    form {
      display: grid;
      align-content: start;
    }
    .pair {
      display: grid;
      grid-template-columns: repeat(auto-fit, minmax(min(100%, 9em), 1fr));
      column-gap: 0.875em;
    }
    /* With room for the message below the input, so that nothing moves when it appears. */
    .field {
      display: grid;
      gap: 0.25em;
      align-content: start;
      min-block-size: 6.25em;
    }
    p {
      margin: 0;
    }
    .actions {
      display: grid;
      gap: 0.625em;
      justify-items: start;
      min-block-size: 6.25em;
      align-content: start;
    }
    .heading {
      padding-block-end: 0.375em;
      font-weight: 600;
    }
    ul {
      margin: 0;
      padding: 0;
      list-style: none;
      outline: none;
    }
    li {
      display: grid;
      grid-template-columns: minmax(0, 1fr) auto;
      gap: 0 0.875em;
      align-items: center;
      min-block-size: var(--loyalty-receipt-row-size, 3.75em);
      border-block-start: 1px solid var(--_line);
    }
    @container (inline-size < 14em) {
      li {
        grid-template-columns: minmax(0, 1fr);
        padding-block: 0.5em;
      }
    }
    .number {
      font-weight: 600;
    }
    .texts {
      display: grid;
    }
    .matched {
      font-weight: 600;
    }
    .more {
      margin-block-start: 0.5em;
    }
    .empty {
      padding-block: 0.875em;
      border-block-start: 1px solid var(--_line);
    }
    .entry {
      display: block;
      line-height: 2.75em;
    }
  `,
];
