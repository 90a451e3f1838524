import { css } from 'lit';
import { controlStyles } from '../internal/control-styles.ts';
import { elementStyles } from '../internal/styles.ts';

/**
 * Reserved box of `<loyalty-alert>`: the button and the line below it. In a narrow column both have room for two lines: percentages of a
 * padding follow the width of the column, which no other reserved size can.
 */
export const box = css`
  :host {
    --_second: clamp(0px, (20em - 100%) * 99, 1.5em);
    box-sizing: content-box !important; /* themes set another one for all elements */
    display: block;
    min-block-size: var(--loyalty-alert-block-size, calc(max(2.25em, var(--_touch, 0px)) + 1.5em));
    padding-block-end: var(--_second);
  }
`;

export const alertStyles = [
  elementStyles(box),
  controlStyles,
  css`
    .base {
      box-sizing: border-box;
      display: grid;
      gap: 0.25em;
      justify-items: start;
      position: relative;
      margin-block-end: calc(-1 * var(--_second));
      /* Above a link that a product card stretches over its whole area, which public themes give the z-index 1. */
      z-index: var(--loyalty-alert-layer, 2);
    }
    button {
      display: inline-flex;
      align-items: center;
      gap: 0.5em;
      max-inline-size: 100%;
      padding-block: 0.25em;
      line-height: 1.25;
      text-align: start;
      white-space: normal;
    }
    svg,
    ::slotted(svg) {
      flex: none;
      inline-size: 1.25em;
      fill: currentColor;
      fill-opacity: var(--_filled, 0);
      stroke: currentColor;
      stroke-width: 1.6;
    }
    [aria-pressed='true'] {
      --_filled: 1;
      border-color: currentColor;
    }
    :host(:state(saving)) button {
      --_filled: 0.5;
    }
    p {
      margin: 0;
      line-height: 1.35;
    }
    .problem {
      padding-inline-start: 0.5em;
      border-inline-start: 2px solid
        var(--loyalty-color-problem, oklch(from currentColor clamp(0.45, (0.6 - l) * 99, 0.8) 0.15 30 / 1));
    }
  `,
];
