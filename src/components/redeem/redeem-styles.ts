import { css } from 'lit';
import { claimStyles } from '../claims/claim-content.ts';
import { rowStyles } from '../claims/row-styles.ts';
import { elementStyles } from '../internal/styles.ts';

/** Reserved box of `<loyalty-redeem>`: the head, the rows, and the button that shows all. */
export const box = css`
  :host {
    display: block;
    min-block-size: calc(
      var(--loyalty-redeem-rows, 3) * var(--loyalty-redeem-row-size, 5.25em) +
        var(--loyalty-redeem-head-size, 4.25em) + 3.25em
    );
  }
`;

export const redeemStyles = [
  elementStyles(box),
  rowStyles,
  css`
    :host {
      --_row: var(--loyalty-redeem-row-size, 5.25em);
    }
    .head {
      display: flex;
      align-items: center;
      justify-content: space-between;
      gap: 1em;
      min-block-size: var(--loyalty-redeem-head-size, 4.25em);
      margin-block-end: 0.25em;
      padding-inline: 0.75em;
      border-radius: var(--_radius);
    }
    .head.applied {
      background-color: var(--_wash);
    }
    .head:not(.applied) {
      padding-inline: 0;
    }
    .check {
      flex: none;
      color: var(--_accent);
      stroke-width: 2.25;
      stroke-linecap: round;
      stroke-linejoin: round;
    }
    .head .texts {
      flex: 1;
      min-inline-size: 0;
    }
    [part='title'] {
      display: -webkit-box;
      overflow: hidden;
      font-weight: 600;
      line-height: 1.3;
      -webkit-box-orient: vertical;
      -webkit-line-clamp: 2;
      overflow-wrap: anywhere;
    }
    [part='problem'] {
      color: var(--loyalty-color-problem, oklch(from currentColor l 0.15 20 / 1));
    }
  `,
  claimStyles,
];
