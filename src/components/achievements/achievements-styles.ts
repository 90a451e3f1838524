import { css } from 'lit';
import { rowStyles } from '../claims/row-styles.ts';
import { elementStyles } from '../internal/styles.ts';

/** Reserved box of `<loyalty-achievements>`. */
export const box = css`
  :host {
    --_rows: var(--loyalty-achievements-rows, 4);
    --_groups: var(--loyalty-achievements-groups, 2);
    --_row: var(--loyalty-achievements-row-size, 5.25em);
    --_heading: var(--loyalty-achievements-heading-size, 2.5em);
    display: block;
    min-block-size: calc(var(--_rows) * var(--_row) + min(var(--_groups), var(--_rows)) * var(--_heading));
  }
`;

export const achievementsStyles = [
  elementStyles(box),
  rowStyles,
  css`
    /* Below that the row has one column, without the picture. */
    @container (inline-size >= 14em) {
      .row {
        grid-template-columns: 3.25em minmax(0, 1fr) auto;
      }
    }
    .picture {
      inline-size: 3.25em;
      block-size: 3.25em;
      border-radius: 50%;
    }
    /* The ring is around the picture. */
    .picture > * {
      grid-area: 1 / 1;
    }
    .picture img {
      inline-size: 2.5em;
      block-size: 2.5em;
      border-radius: 50%;
    }
    .picture b {
      font-size: 1.25em;
      line-height: 1;
    }
    .picture .progress {
      inline-size: 100%;
      stroke-width: 2.5;
    }
    /* What is reached has a solid badge, what is on the way a ring. */
    .picture.reached {
      background: none;
      color: var(--_accent);
    }
    .picture .badge {
      inline-size: 100%;
      fill: currentColor;
      stroke-linecap: round;
      stroke-width: 7.5;
    }
    .badge ~ * {
      color: var(--loyalty-color-on-accent, lch(from currentColor calc((49.44 - l) * infinity) 0 0 / 1));
    }
    .badge ~ .star {
      fill: currentColor;
    }
    .badge ~ img {
      inline-size: 2em;
      block-size: 2em;
    }
    @media (forced-colors: active) {
      .picture.reached,
      .badge {
        color: CanvasText;
        forced-color-adjust: none;
      }
      .badge ~ * {
        color: Canvas;
      }
    }
    [part='progress-text'] {
      max-inline-size: 9em;
      font-weight: 600;
      text-align: end;
    }
  `,
];
