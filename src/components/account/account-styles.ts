import { css } from 'lit';
import { controlStyles } from '../internal/control-styles.ts';
import { fieldStyles } from '../internal/field-styles.ts';
import { elementStyles } from '../internal/styles.ts';

/** Reserved box of `<loyalty-account>`. */
export const box = css`
  :host {
    display: block;
    min-block-size: var(--loyalty-account-block-size, 17.5em);
  }
`;

export const accountStyles = [
  elementStyles(box),
  controlStyles,
  fieldStyles,
  css`
    .notice {
      flex-direction: row;
      justify-content: space-between;
      text-align: start;
    }
    form,
    .fields,
    .pair {
      display: grid;
      gap: 0.75em;
    }
    form {
      max-inline-size: 26em;
    }
    [part='heading'] {
      outline: none;
      font-size: 1.125em;
      font-weight: 600;
    }
    .field {
      display: grid;
      gap: 0.25em;
    }
    .pair {
      grid-template-columns: repeat(auto-fit, minmax(9em, 1fr));
    }
    .reveal {
      display: flex;
    }
    .reveal input {
      padding-inline-end: 3em;
    }
    .reveal button {
      margin-inline-start: -3.25em;
      padding: 0 0.75em;
      border: 0;
      background: none;
    }
    .reveal svg {
      display: block;
      inline-size: 1.5em;
      fill: none;
      stroke: currentColor;
      stroke-width: 1.5;
    }
    [aria-pressed='true'] .slash {
      display: none;
    }
    .actions {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 0.5em 1em;
    }
  `,
];
