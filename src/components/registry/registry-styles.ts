import { css } from 'lit';
import { controlStyles } from '../internal/control-styles.ts';
import { fieldStyles } from '../internal/field-styles.ts';
import { listStyles } from '../saved-products/list-styles.ts';
import { elementStyles } from '../internal/styles.ts';
import { styleGuideStyles } from '../saved-products/style-guide.ts';

/** Reserved box of `<loyalty-registry>`. */
export const box = css`
  :host {
    --_rows: var(--loyalty-registry-rows, 4);
    --_row: var(--loyalty-registry-row-size, 9em);
    display: block;
    min-block-size: calc(var(--_rows) * var(--_row) + 15.75em);
  }
  @media (max-width: 40em) {
    :host {
      --_rows: var(--loyalty-registry-rows, 3);
      --_row: var(--loyalty-registry-row-size, 13.75em);
    }
  }
`;

export const registryStyles = [
  elementStyles(box),
  controlStyles,
  fieldStyles,
  listStyles,
  styleGuideStyles,
  css`
    .wanted {
      inline-size: 5.5em;
    }
    /* The button is beside the input, not beside its label. */
    .actions {
      align-items: end;
    }
    @container (inline-size < 34em) {
      .actions {
        grid-column: 1 / -1;
      }
      /* A line of its own: the buttons stay together. */
      .actions label {
        display: flex;
        flex: 1 0 100%;
        align-items: center;
        gap: 0.75em;
      }
      label.day {
        flex: 1;
      }
    }
    /* The rows are as high as a narrow list needs them: a larger picture fills them. */
    @media (max-width: 40em) {
      @container (inline-size >= 34em) {
        .row {
          grid-template-columns: 12.5em minmax(0, 1fr);
        }
        .picture {
          grid-row: span 2;
        }
        .texts {
          align-self: end;
        }
        .actions {
          grid-column: 2;
          align-self: start;
          justify-content: start;
        }
      }
    }
    form {
      margin-block-end: 1em;
    }
    form > p > button {
      margin-inline-end: 1em;
      font-size: 1em;
    }
    [aria-busy='true'] {
      opacity: 0.6;
    }
  `,
];
