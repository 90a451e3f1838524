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
    min-block-size: calc(var(--_rows) * var(--_row) + 8em);
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
    [part='description'] {
      margin-block-start: 1em;
    }
  `,
];
