import { css } from 'lit';
import { controlStyles } from '../internal/control-styles.ts';
import { fieldStyles } from '../internal/field-styles.ts';
import { elementStyles } from '../internal/styles.ts';

/** Reserved box of `<loyalty-dates>`. */
export const box = css`
  :host {
    display: block;
    min-block-size: calc(
      var(--loyalty-dates-rows, 1) * var(--loyalty-dates-row-size, 6.75em) +
        max(0px, var(--_touch, 0px) - 1.75em)
    );
  }
`;

export const datesStyles = [
  elementStyles(box),
  controlStyles,
  fieldStyles,
  css`
    :host {
      container-type: inline-size;
      line-height: 1.4;
    }
    .base {
      max-inline-size: 26em;
    }
    .date {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      align-content: start;
      gap: 0.25em;
      min-block-size: var(--loyalty-dates-row-size, 6.75em);
    }
    .head,
    .entry {
      display: flex;
      flex-wrap: wrap;
      gap: 0.25em 0.5em;
      align-items: center;
      justify-content: space-between;
    }
    /* With or without the button. */
    .head {
      min-block-size: max(2.25em, var(--_touch, 0px));
    }
    label {
      flex: 1 1 4em;
      font-size: 1em;
    }
    .entry input {
      flex: 1 1 9em;
      inline-size: auto;
    }
    .field {
      flex: 1;
      line-height: 2.75em;
    }
    .date p {
      margin: 0;
    }
    /* What the birthday brings has the line of the message, which replaces it. */
    [part='gift'],
    .date p {
      grid-area: 3 / 1;
    }
    /* In the line of the last message, at its end. */
    .more {
      display: block;
      margin-block-start: calc(-1 * max(2.5em, var(--_touch, 0px)));
      margin-inline-start: auto;
    }
    /* Large text on a narrow page: the button of the date has this line. */
    @container (inline-size < 14em) {
      .more {
        margin-block-start: 0;
      }
    }
    .saved::before {
      content: '✓ ' / '';
      color: var(--_accent);
    }
    ::slotted([slot='birthday']) {
      margin: 0;
    }
  `,
];
