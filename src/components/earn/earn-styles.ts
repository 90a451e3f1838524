import { css } from 'lit';
import { elementStyles } from '../internal/styles.ts';

/**
 * Reserved box of `<loyalty-earn>`: that of the list, or of one line. In a narrow column the line has room for two: percentages of a
 * padding follow the width of the column, which no other reserved size can.
 */
export const box = css`
  :host {
    display: block;
    min-block-size: calc(
      var(--loyalty-earn-rows, 4) * var(--loyalty-earn-row-size, 5.25em) +
        var(--loyalty-earn-more-size, 3.25em)
    );
  }
  :host([line]),
  :host([price]),
  :host([items]),
  :host([product-id]) {
    box-sizing: content-box !important; /* themes set another one for all elements */
    block-size: var(--loyalty-earn-block-size, 1lh);
    min-block-size: 0;
    padding-block-end: clamp(0px, (14em - 100%) * 99, 1lh);
  }
`;

export const earnStyles = [
  elementStyles(box),
  css`
    .base {
      display: flex;
      align-items: baseline;
      gap: 0.5em;
    }
    .mark {
      flex: none;
      inline-size: 0.5em;
      block-size: 0.5em;
      border-radius: 50%;
      background: var(--loyalty-color-accent, currentColor);
    }
    .busy {
      color: var(--_quiet);
    }
  `,
];
