import { css } from 'lit';
import { controlStyles } from '../internal/control-styles.ts';
import { fieldStyles } from '../internal/field-styles.ts';
import { elementStyles } from '../internal/styles.ts';

/** Reserved box of `<loyalty-receipt>`. On narrow screens the list is below the form. */
export const box = css`
  :host {
    --_rows: var(--loyalty-receipt-rows, 3);
    --_row: var(--loyalty-receipt-row-size, 3.75em);
    --_heading: max(2.5em, var(--_touch, 0px));
    display: block;
    min-block-size: var(
      --loyalty-receipt-block-size,
      max(16em, var(--_heading) + var(--_rows) * var(--_row))
    );
  }
  @media (max-width: 45em) {
    :host {
      --_rows: var(--loyalty-receipt-rows, 1);
      min-block-size: var(
        --loyalty-receipt-block-size,
        calc(17em + var(--_heading) + var(--_rows) * var(--_row))
      );
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
      gap: 1em 1.5em;
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
      grid-template-columns: repeat(auto-fit, minmax(min(100%, 8.5em), 1fr));
      column-gap: 0.75em;
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
    /* The result is beside the button, where it has room for three lines. */
    .actions {
      display: grid;
      grid-template-columns: auto minmax(0, 1fr);
      gap: 0.75em;
      align-items: center;
      min-block-size: 3.5em;
    }
    .heading {
      display: flex;
      align-items: center;
      justify-content: space-between;
      min-block-size: var(--_heading);
    }
    [part='heading'] {
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
      gap: 0 0.75em;
      align-items: center;
      min-block-size: var(--_row);
      border-block-start: 1px solid var(--_line);
    }
    /* Large text on a narrow page: the button is below the heading. */
    @container (inline-size < 14em) {
      .heading {
        flex-wrap: wrap;
      }
      .actions,
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
    .empty {
      align-content: center;
      min-block-size: calc(var(--_row) / 0.8125);
      border-block-start: 1px solid var(--_line);
    }
    .entry {
      display: block;
      line-height: 2.75em;
    }
  `,
];
