import { css } from 'lit';
import { controlStyles } from '../internal/control-styles.ts';
import { elementStyles } from '../internal/styles.ts';

/**
 * Reserved box of `<loyalty-credits>`: its rows, which leave room for the button that shows all where there are more. On a narrow page with
 * large text a row has its amount below its name.
 */
export const box = css`
  :host {
    --_row: calc(var(--loyalty-credits-row-size, 5.625em) + max(0px, var(--_touch, 0px) - 1.5em));
    display: block;
    min-block-size: calc(var(--loyalty-credits-rows, 2) * var(--_row));
  }
  @media (max-width: 18em) {
    :host {
      --_row: calc(var(--loyalty-credits-row-size, 9.5em) + max(0px, var(--_touch, 0px) - 1.5em));
    }
  }
`;

export const creditsStyles = [
  elementStyles(box),
  controlStyles,
  css`
    :host {
      container-type: inline-size;
    }
    /* As many rows as are reserved share the box with the button. */
    .fills {
      display: grid;
      grid-template: 1fr / minmax(0, 1fr);
      gap: 1em;
      min-block-size: inherit;
    }
    ul {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      margin: 0;
      padding: 0;
      list-style: none;
    }
    /* A server renders more rows than fit. */
    ul[aria-busy] {
      max-block-size: calc(var(--loyalty-credits-rows, 2) * var(--_row));
      overflow: hidden;
    }
    .row {
      display: grid;
      grid-template-columns: minmax(0, 1fr) fit-content(65%);
      align-content: center;
      align-items: center;
      gap: 0.25em 1em;
      border-block-start: 1px solid var(--_line);
      outline-offset: -2px;
    }
    .row:first-child,
    .hidden + .row {
      border-block-start-color: transparent;
    }
    [part='value'] {
      justify-self: end;
    }
    .name,
    b {
      font-weight: 600;
    }
    svg,
    .wide {
      grid-column: 1 / -1;
    }
    .low {
      align-content: center;
    }
    .low:not(:last-child) {
      min-block-size: 2em;
    }
    /* The button below needs the second lines of names; it shows them with the other rows. */
    .short {
      --_lines: 1;
    }
    /* Nearer to each other than to the lines of their row. */
    .short .row {
      row-gap: 0;
    }
    svg {
      display: block;
      inline-size: 100%;
      block-size: var(--loyalty-credits-bar-size, 0.375em);
      border-radius: 99em;
      background: var(--_line);
      fill: var(--loyalty-credits-bar-color, var(--_accent));
      forced-color-adjust: none;
    }
    :host(:dir(rtl)) svg {
      scale: -1 1;
    }
    @media (forced-colors: active) {
      svg {
        border: 1px solid CanvasText;
        background: none;
        fill: CanvasText;
      }
    }
    .row-locked b {
      color: var(--_quiet);
    }
    [part~='soon'] {
      color: var(--loyalty-color-soon, oklch(from currentColor l 0.12 45 / 1));
      font-weight: 600;
    }
    .row button {
      min-block-size: max(2em, var(--_touch, 0px));
    }
    .more {
      justify-self: start;
    }
    @container (inline-size < 16em) {
      .row {
        grid-template-columns: minmax(0, 1fr);
      }
      [part='value'] {
        justify-self: start;
      }
    }
  `,
];
