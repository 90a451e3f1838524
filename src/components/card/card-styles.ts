import { css } from 'lit';
import { controlStyles } from '../internal/control-styles.ts';
import { elementStyles } from '../internal/styles.ts';

/** Reserved box of `<loyalty-card>`. */
export const box = css`
  :host {
    display: block;
    min-block-size: var(--loyalty-card-block-size, 11em);
    container-type: inline-size;
    contain-intrinsic-inline-size: 20em;
  }
`;

export const cardStyles = [
  elementStyles(box),
  controlStyles,
  css`
    .card {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      align-content: space-between;
      gap: 0.5em;
      min-block-size: inherit;
      padding: 1em;
      border: 1px solid var(--_line);
      border-radius: var(--_radius);
    }
    .row {
      display: flex;
      flex-wrap: wrap;
      align-items: baseline;
      justify-content: space-between;
      gap: 0.25em 1em;
      min-inline-size: 0;
    }
    .row > * {
      --_lines: 1;
      min-inline-size: 0;
    }
    p {
      margin: 0;
      overflow-wrap: anywhere;
    }
    [part~='name'] {
      font-weight: 600;
    }
    [part~='tier'] {
      padding: 0.25em 0.75em;
      border-radius: 99em;
      background: var(--_wash);
      font-weight: 600;
      font-size: 0.875em;
    }
    [part~='number'] {
      font-weight: 600;
      letter-spacing: 0.03em;
      overflow-wrap: anywhere;
      user-select: text;
    }
    .number {
      --_lines: 3;
    }
    .filled > span {
      display: inline-flex;
      align-items: center;
      justify-content: center;
      gap: 0.5em;
    }
    .filled,
    button.skeleton {
      --_touch: 44px;
    }
    svg {
      flex: none;
    }
    .filled svg {
      inline-size: 1.25em;
      fill: currentColor;
    }
    /* White with black text, in dark mode too: a scanner reads dark modules on a light ground. */
    dialog {
      --_accent: #111;
      --_line: #767676;
      position: fixed;
      inset: 0;
      inline-size: 100%;
      max-inline-size: none;
      block-size: 100%;
      max-block-size: none;
      margin: 0;
      padding: 0;
      overflow: auto;
      overscroll-behavior: contain;
      border: 0;
      background: #fff;
      color: #111;
      color-scheme: light;
      font: inherit;
      forced-color-adjust: none;
    }
    dialog[open] {
      display: grid;
      grid-template: minmax(100%, auto) / minmax(0, 1fr);
    }
    dialog > * {
      grid-area: 1 / 1;
    }
    .close {
      display: grid;
      place-items: center;
      place-self: start end;
      z-index: 1;
      inline-size: 2.75em;
      min-block-size: max(2.75em, 44px);
      min-inline-size: 44px;
      margin: 0.5em;
      margin-block-start: calc(0.5em + env(safe-area-inset-top, 0px));
      padding: 0;
      border-color: transparent;
    }
    .close svg {
      inline-size: 1.5em;
      fill: none;
      stroke: currentColor;
      stroke-linecap: round;
      stroke-width: 1.75;
    }
    .screen {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      align-content: safe center;
      justify-items: center;
      /* The codes have light margins of their own. */
      gap: 0.5em;
      padding-block: calc(1em + env(safe-area-inset-top, 0px)) calc(1em + env(safe-area-inset-bottom, 0px));
      text-align: center;
    }
    .who {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      justify-items: center;
      gap: 0.5em;
      /* Beside the button that closes it; below it where very large text has no room there. */
      max-inline-size: max(100% - 7.5em, min(100%, 9em));
      margin-block-start: clamp(0px, (18em - 100%) * 99, 2.75em);
    }
    .screen p {
      max-inline-size: 100%;
      padding-inline: 1em;
      overflow-wrap: anywhere;
    }
    .screen [part~='name'] {
      font-size: 1.25em;
    }
    .screen [part~='number'] {
      font-size: 1.25em;
    }
    [part~='code'] {
      display: block;
      fill: #000;
      background: #fff;
      shape-rendering: crispedges;
    }
  `,
];
