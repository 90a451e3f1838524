import { css } from 'lit';
import { controlStyles } from '../internal/control-styles.ts';
import { noticeStyles } from '../internal/notice-styles.ts';
import { pictureStyles } from '../internal/picture.ts';
import { elementStyles } from '../internal/styles.ts';

/**
 * Reserved box of `<loyalty-rewards>`. The height of a card depends on the width of its column, so the box of cards is a grid with the
 * columns of the cards, in which `::before` has the size of one card.
 */
export const rewardsBox = css`
  :host {
    display: block;
    min-block-size: calc(
      var(--loyalty-rewards-rows, 4) * var(--loyalty-rewards-row-size, 4.75em) +
        min(3, var(--loyalty-rewards-rows, 4)) * var(--loyalty-rewards-heading-size, 2.5em) + 3.5em
    );
  }
  :host([layout='cards']) {
    display: grid;
    grid-template: repeat(var(--loyalty-rewards-card-rows, 1), 1fr) 3.5em / repeat(
        auto-fill,
        minmax(min(100%, max(9em, min(50% - 0.5em, var(--loyalty-rewards-card-size, 14em)))), 1fr)
      );
    column-gap: 1em;
    min-block-size: 0;
  }
  :host([layout='cards'])::before {
    grid-area: 1 / 1;
    padding-block-end: calc(
      100% / (var(--loyalty-rewards-picture-ratio, 4 / 3)) + var(--loyalty-rewards-heading-size, 2.5em) +
        var(--loyalty-rewards-card-text-size, 11.5em)
    );
    content: '';
  }
  @media (max-width: 40em) {
    :host([layout='cards']) {
      grid-template-rows: repeat(var(--loyalty-rewards-card-rows, 2), 1fr) 3.5em;
    }
  }
`;

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
    [part='list'] {
      outline: none;
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
      block-size: var(--_heading);
      padding-block-end: 0.375em;
      font-weight: 600;
    }
    .row {
      display: grid;
      grid-template-columns: 2.75em minmax(0, 1fr) auto;
      align-items: center;
      gap: 0.25em 0.875em;
      block-size: var(--_row);
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
      gap: 0.125em;
      line-height: 1.35;
    }
    .name {
      font-weight: 600;
    }
    .note {
      display: -webkit-box;
      overflow: hidden;
      -webkit-box-orient: vertical;
      -webkit-line-clamp: 2;
    }
    [part='count'],
    [part='price'] {
      white-space: nowrap;
    }
    [part='code'] {
      margin-inline-start: 0.4em;
      padding: 0 0.4em;
      border-radius: 0.4em;
      background-color: var(--_wash);
      font:
        600 1em ui-monospace,
        monospace;
      overflow-wrap: anywhere;
    }
    [part~='soon'] {
      color: var(--loyalty-color-soon, color-mix(in oklab, oklab(from currentColor l a b / 1) 62%, #e8590c));
      font-weight: 600;
    }
    [part~='row-locked'] .name,
    [part~='row-locked'] .picture {
      color: var(--_quiet);
    }
    /* Large text on a narrow page. */
    @container (inline-size < 14em) {
      .row {
        grid-template-columns: minmax(0, 1fr) auto;
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
  noticeStyles,
];

export const rewardsStyles = [
  elementStyles(rewardsBox),
  css`
    :host {
      --_rows: var(--loyalty-rewards-rows, 4);
      --_row: var(--loyalty-rewards-row-size, 4.75em);
      --_heading: var(--loyalty-rewards-heading-size, 2.5em);
    }
  `,
  rowStyles,
];
