import { css } from 'lit';
import { claimStyles } from '../claims/claim-content.ts';
import { rowStyles } from '../claims/row-styles.ts';
import { elementStyles } from '../internal/styles.ts';

/** Reserved box of `<loyalty-benefits>`. */
export const box = css`
  :host {
    --_rows: var(--loyalty-benefits-rows, 4);
    --_groups: var(--loyalty-benefits-groups, 2);
    --_row: var(--loyalty-benefits-row-size, 5.25em);
    --_heading: var(--loyalty-benefits-heading-size, 2.5em);
    display: block;
    min-block-size: calc(var(--_rows) * var(--_row) + min(var(--_groups), var(--_rows)) * var(--_heading));
  }
`;

export const benefitsStyles = [
  elementStyles(box),
  rowStyles,
  css`
    .picture b {
      font-size: 1.25em;
      line-height: 1;
    }
    .row.told {
      padding-block: 0.75em;
    }
    .instructions {
      grid-column: 2 / -1;
      margin: 0.25em 0 0;
      line-height: 1.5;
      overflow-wrap: anywhere;
      white-space: pre-line;
    }
    [part~='instructions-button'] {
      padding-inline: 0.75em;
    }
    @container (inline-size < 22em) {
      .told .picture {
        align-self: start;
      }
      .instructions {
        grid-column: 1 / -1;
      }
    }
  `,
  claimStyles,
];
