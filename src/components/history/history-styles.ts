import { css } from 'lit';
import { controlStyles } from '../internal/control-styles.ts';
import { fieldStyles } from '../internal/field-styles.ts';
import { elementStyles } from '../internal/styles.ts';
import { choicesStyles } from './history-choices.ts';

/** Reserved box of `<loyalty-history>`: chart, choices, rows and the button below them. On a narrow page with large text a row has its amount below its name. */
export const box = css`
  :host {
    display: block;
    min-block-size: calc(
      var(--loyalty-history-chart-size, 12em) + 3.5em + var(--loyalty-history-rows, 6) *
        var(--loyalty-history-row-size, 4em) + 3.5em
    );
  }
  @media (max-width: 18em) {
    :host {
      min-block-size: calc(
        var(--loyalty-history-chart-size, 12em) + 3.5em + var(--loyalty-history-rows, 6) *
          var(--loyalty-history-row-size, 6.5em) + 3.5em
      );
    }
  }
`;

export const historyStyles = [
  elementStyles(box),
  controlStyles,
  css`
    :host {
      --_row: var(--loyalty-history-row-size, 4em);
      container-type: inline-size;
    }
    .chart {
      min-block-size: var(--loyalty-history-chart-size, 12em);
    }
    .choices {
      display: grid;
      grid-template-columns: repeat(2, minmax(0, 13em));
      align-content: center;
      justify-content: space-between;
      gap: var(--_gap);
      min-block-size: 3.5em;
    }
    /* Two beside each other on a narrow page. */
    .choices select {
      min-block-size: max(3.1429em, var(--_touch, 0px));
      padding: 0 0.5em;
      font-size: 0.875em;
      text-overflow: ellipsis;
    }
    .list {
      outline: none;
    }
    /* A server renders more rows than fit. */
    [aria-busy] > [aria-hidden] {
      max-block-size: calc(var(--loyalty-history-rows, 6) * var(--_row));
      overflow: hidden;
    }
    .row {
      display: grid;
      grid-template-columns: minmax(0, 1fr) auto;
      align-content: center;
      gap: 0 1em;
      min-block-size: var(--_row);
      border-block-start: 1px solid var(--_line);
      outline-offset: -2px;
    }
    .row > :nth-child(even) {
      text-align: end;
    }
    .row summary {
      inline-size: auto;
      max-inline-size: none;
      cursor: pointer;
    }
    /* Beside the marker. */
    summary .line {
      display: inline-block;
      inline-size: calc(100% - 1.5em);
      vertical-align: top;
    }
    .row [open] {
      margin-block: 0.5em;
    }
    /* Large text on a narrow page: nothing is cut off. */
    @container (inline-size < 16em) {
      .choices,
      .row {
        grid-template-columns: minmax(0, 1fr);
      }
      .row > :nth-child(even) {
        text-align: start;
      }
    }
    .full {
      min-block-size: calc(25 * var(--_row));
    }
    .skipped {
      content-visibility: auto;
    }
    .chart .skeleton {
      display: block;
      margin-block-start: 1.5em;
      block-size: calc(var(--loyalty-history-chart-size, 12em) - 5.5em);
    }
    b {
      font-weight: 600;
    }
    .earned {
      /* As light as the text, so that it has the contrast of the text on every page. */
      color: var(--loyalty-color-earned, oklch(from currentColor l 0.12 150 / 1));
    }
    .foot {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 0.25em 1em;
      min-block-size: 3.5em;
    }
    /* The button takes the place of a row. */
    .fills {
      flex: 1;
      align-items: stretch;
      margin-block-start: 1em;
    }
    .fills .takes-row {
      flex: 1;
    }
    p {
      margin: 0;
    }
  `,
  fieldStyles,
  choicesStyles,
];
