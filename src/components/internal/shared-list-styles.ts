import { css } from 'lit';
import { controlStyles } from './control-styles.ts';
import { fieldStyles } from './field-styles.ts';
import { listStyles } from './list-styles.ts';
import { elementStyles } from './styles.ts';
import { styleGuideStyles } from './style-guide.ts';

/** Reserved box of `<loyalty-shared-list>`. */
export const sharedListBox = css`
  :host {
    --_rows: var(--loyalty-shared-list-rows, 4);
    --_row: var(--loyalty-shared-list-row-size, 7em);
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
  elementStyles(sharedListBox),
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
