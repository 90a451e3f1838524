import { css } from 'lit';
import { controlStyles } from '../internal/control-styles.ts';
import { pictureStyles } from '../internal/picture.ts';

/** Rows of rewards or benefits, whose sizes are `--_row` and `--_heading`. */
export const rowStyles = [
  controlStyles,
  pictureStyles,
  css`
    :host {
      container-type: inline-size;
    }
    .base,
    .notice {
      grid-area: 1 / 1 / -1 / -1;
      min-inline-size: 0;
    }
    ul {
      margin: 0;
      padding: 0;
      list-style: none;
    }
    /* A server renders more rows than fit. */
    ul[aria-busy] {
      max-block-size: calc(var(--_rows) * var(--_row) + var(--_heading));
      overflow: hidden;
    }
    .heading {
      display: flex;
      align-items: end;
      justify-content: space-between;
      block-size: var(--_heading);
      padding-block-end: 0.25em;
      font-weight: 600;
    }
    /* The rows share what they leave of the reserved box. */
    [part='list'] {
      flex: 1 0 auto;
      outline: none;
    }
    [part='list'],
    .group,
    ul {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
    }
    .group {
      grid-template-rows: auto 1fr;
    }
    .row {
      display: grid;
      grid-template-columns: 2.75em minmax(0, 1fr) auto;
      align-items: center;
      gap: 0.25em 0.75em;
      min-block-size: var(--_row);
      padding-block: 0.5em;
      border-block-start: 1px solid var(--_line);
    }
    .row:first-child,
    .heading + .row {
      border-block-start-color: transparent;
    }
    .picture {
      inline-size: 2.75em;
      block-size: 2.75em;
      border-radius: calc(var(--_radius) * 0.8);
      white-space: nowrap;
    }
    .picture b {
      font-size: 0.8125em;
    }
    svg {
      inline-size: 1.5em;
      fill: none;
      stroke: currentColor;
      stroke-width: 1.5;
    }
    .progress {
      inline-size: 2em;
      color: var(--_accent);
      stroke-width: 4;
      transform: rotate(-90deg);
    }
    .progress :first-child {
      stroke: var(--_line);
    }
    @media (forced-colors: active) {
      .progress {
        stroke: CanvasText;
      }
      .progress :first-child {
        stroke: inherit;
        stroke-width: 1;
      }
    }
    .texts {
      display: grid;
    }
    .name {
      font-weight: 600;
    }
    /* In one piece, on the next line where this one has no room for it. */
    [part='code'] {
      display: inline-block;
      margin-inline-start: 0.5em;
      padding: 0 0.5em;
      border-radius: 0.4em;
      background-color: var(--_wash);
      font:
        600 1em ui-monospace,
        monospace;
      overflow-wrap: anywhere;
    }
    [part~='soon'] {
      color: var(--loyalty-color-soon, oklch(from currentColor l 0.12 45 / 1));
      font-weight: 600;
    }
    [part~='row-locked'] .name,
    [part~='row-locked'] .picture * {
      color: var(--_quiet);
    }
    /* Beside a button. */
    @container (inline-size < 24em) {
      .row {
        --_lines: 3;
      }
    }
    /* Large text on a narrow page. */
    @container (inline-size < 14em) {
      .row {
        grid-template-columns: minmax(0, 1fr);
        justify-items: start;
        padding-block: 0.75em;
      }
      .row .picture {
        display: none;
      }
    }
    .more {
      display: block;
      margin-block-start: 0.5em;
    }
  `,
];
