import { css } from 'lit';
import { controlStyles } from '../internal/control-styles.ts';
import { fieldStyles } from '../internal/field-styles.ts';
import { listStyles } from '../saved-products/list-styles.ts';
import { elementStyles } from '../internal/styles.ts';
import { styleGuideStyles } from '../saved-products/style-guide.ts';

/** Reserved box of `<loyalty-shared-list>`. */
export const box = css`
  :host {
    --_rows: var(--loyalty-shared-list-rows, 4);
    --_row: var(--loyalty-shared-list-row-size, 9em);
    display: block;
    min-block-size: calc(var(--_rows) * var(--_row) + 9.25em);
  }
  @media (max-width: 40em) {
    :host {
      --_row: var(--loyalty-shared-list-row-size, 10em);
    }
  }
`;

export const sharedListStyles = [
  elementStyles(box),
  controlStyles,
  fieldStyles,
  listStyles,
  styleGuideStyles,
  css`
    .head > p {
      margin-block-end: 0.5em;
    }
    /* The list beside its name. Its rows take the height of the name. */
    @container (inline-size >= 50em) {
      .base {
        display: grid;
        grid-template-columns: 1fr 2fr;
        gap: 0 1.5em;
      }
      .base .row {
        grid-template-columns: 9em minmax(0, 1fr) auto;
        min-block-size: calc(var(--_row) + 4.5em / var(--_rows));
      }
      .actions {
        max-inline-size: 12em;
      }
    }
  `,
];
