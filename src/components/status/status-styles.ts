import { css } from 'lit';
import { controlStyles } from '../internal/control-styles.ts';
import { elementStyles } from '../internal/styles.ts';

/**
 * Reserved box of `<loyalty-status>`. A host cannot ask for its own width, `::before` can: so the box follows the column of the page, as
 * the card does.
 */
export const box = css`
  :host {
    display: grid;
  }
  :host::before {
    grid-area: 1 / 1;
    block-size: var(--loyalty-status-block-size, 18.75em);
    content: '';
  }
  @container (max-width: 33em) {
    :host::before {
      block-size: var(--loyalty-status-block-size, 27em);
    }
  }
`;

export const statusStyles = [
  elementStyles(box),
  controlStyles,
  css`
    :host {
      container-type: inline-size;
      line-height: 1.4;
    }
    .card,
    .notice {
      grid-area: 1 / 1;
    }
    /*
     * One line, or all of them in text above 22px: a length divided by 1px, tan(atan2(length, 1px)), is a number of lines, and is negative
     * below that size.
     */
    .line {
      --_lines: max(1, 99 * tan(atan2(1em - 22px, 1px)));
    }
    .risk {
      --_lines: 3;
    }
    .card {
      --_size: var(--loyalty-status-block-size, 18.75em);
      display: grid;
      /* The third one is the list of tiers, which scrolls if it is too long. */
      grid-template-rows: auto auto minmax(0, 1fr);
      /* Without a limit below 20em, in text above 22px, or with the line height of 1.5 of a text spacing: each length is negative otherwise. */
      max-block-size: max(var(--_size), (20em - 100cqi) * 999, (1lh - 1.45em) * 999, (1em - 22px) * 999);
      gap: 1em;
      padding: var(--loyalty-status-padding, clamp(1em, 4cqi, 1.5em));
      border: 1px solid var(--_line);
      border-radius: var(--loyalty-status-radius, calc(var(--_radius) * 1.6));
      color: var(--loyalty-status-color, var(--_ink, inherit));
      background: var(--loyalty-status-background, var(--_fill, none));
    }
    /* Every colour of the background is between the colour that was tested and the opposite of the text's colour. */
    .colored {
      --_quiet: color-mix(in srgb, currentColor 82%, transparent);
      --_line: color-mix(in srgb, currentColor 30%, transparent);
      --_accent: currentColor;
      --_end: color-mix(in srgb, var(--_ground), var(--_far) 42%);
      --_fill:
        radial-gradient(circle at 100% 0, var(--_ground), transparent 22em),
        linear-gradient(120deg, var(--_ground), var(--_end) 85%);
      border-color: transparent;
    }
    .top {
      --_fill:
        radial-gradient(circle at 100% 0, transparent, var(--_end) 24em),
        repeating-radial-gradient(circle at 100% 0, var(--_end) 0 2px, var(--_ground) 3px 2em);
    }
    .card,
    .card * {
      min-inline-size: 0;
    }
    .row {
      display: flex;
      flex-wrap: wrap;
      gap: 0 1em;
      align-items: baseline;
      justify-content: space-between;
    }
    .card > .row {
      row-gap: 0.25em;
    }
    [part='name'] {
      font-size: 1.125em;
      font-weight: 650;
    }
    [part='since'] {
      min-block-size: 1.4em;
    }
    .star {
      inline-size: 1em;
      margin-inline-end: 0.5em;
      vertical-align: -0.1em;
      fill: currentColor;
    }
    [part='expiry'] {
      --_lines: 2;
      padding: 0.25em 1em;
      border: 1px solid var(--_line);
      border-radius: 99em;
    }
    .urgent,
    [part='missing'] {
      border-color: currentColor;
      font-weight: 600;
    }
    .colored .urgent {
      background: currentColor;
    }
    .colored .urgent > span {
      color: var(--loyalty-status-urgent-color, var(--_ground));
    }
    /* Its line is as high for every number. Large text on a narrow page: the number is not cut off. */
    [part='amount'] {
      min-block-size: 1.1em;
      font-size: clamp(min(2.5em, 15cqi), 9cqi, 4em);
      line-height: 1.1;
    }
    [part='value'] {
      font-weight: 650;
    }
    .long {
      font-size: 0.5em;
    }
    [part='label'],
    [part='worth'] {
      font-size: 0.36em;
      white-space: nowrap;
    }
    ol,
    ul {
      display: grid;
      grid-auto-columns: minmax(8em, 1fr);
      grid-auto-flow: column;
      gap: 0.5em 1.5em;
      align-content: safe space-evenly;
      min-block-size: 0;
      margin: 0;
      padding: 0;
      overflow: auto;
      list-style: none;
      scrollbar-width: none;
    }
    /* Beside each other, the points of a tier are below its name: the list is as high for every number of tiers. */
    [part~='tier'] .row {
      flex-flow: column;
      align-items: start;
      min-block-size: 2.5em;
    }
    [part='progress'] {
      display: block;
      inline-size: 100%;
      block-size: 0.25em;
      margin-block-end: 0.5em;
      border-radius: 99em;
      background: var(--_line);
    }
    [part='progress-bar'] {
      fill: var(--_tier, var(--_accent));
    }
    :host(:dir(rtl)) [part='progress'] {
      scale: -1 1;
    }
    [part='tier-name'] {
      font-size: 0.9375em;
      font-weight: 600;
    }
    /* Three tiers beside each other in a narrow card need a line more than elsewhere. */
    [part='tier-text'] {
      --_lines: 3;
      min-block-size: 4.15em;
    }
    /* Beside its name a tier says what matters most. */
    @container (inline-size < 48em) {
      .wide {
        display: none;
      }
    }
    @container (max-width: 33em) {
      .card {
        --_size: var(--loyalty-status-block-size, 27em);
      }
      ol,
      ul {
        grid-auto-flow: row;
        grid-template-columns: minmax(0, 1fr);
        row-gap: 0.25em;
      }
      /* A second share of the free room, below the number. */
      ol::before {
        content: '';
      }
      /* What does not fit beside the name of the tier stands below it. */
      [part~='tier'] .row {
        flex-flow: row wrap;
        min-block-size: 0;
      }
      [part='collected'] {
        display: inline;
      }
      [part='tier-text'] {
        --_lines: 2;
        min-block-size: 0;
      }
      /* With the expiry in a line of its own. */
      .card > .row {
        align-content: start;
        min-block-size: 4.875em;
      }
    }
    /* Text of twice the size on a phone: beside its note a name would have a letter in each line. */
    @container (inline-size < 14em) {
      [part~='tier'] .row {
        flex-flow: column;
      }
    }
    @media (forced-colors: active) {
      [part='progress'] {
        border: 1px solid CanvasText;
        background: none;
      }
      [part='progress-bar'] {
        fill: CanvasText;
      }
    }
  `,
];
