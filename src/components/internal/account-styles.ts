import { css } from 'lit';
import { controlStyles } from './control-styles.ts';
import { elementStyles } from './styles.ts';

/** Reserved box of `<loyalty-account>`. */
export const accountBox = css`
  :host {
    display: block;
    min-block-size: var(--loyalty-account-block-size, 17.5em);
  }
`;

export const accountStyles = [
  elementStyles(accountBox),
  controlStyles,
  css`
    form {
      display: grid;
      gap: 0.875em;
      max-inline-size: 26em;
    }
    [part='heading'] {
      margin: 0;
      font-size: 1.125em;
      font-weight: 600;
    }
    .fields {
      display: grid;
      gap: 0.875em;
    }
    .field {
      display: grid;
      gap: 0.3em;
    }
    .pair {
      display: grid;
      grid-template-columns: repeat(auto-fit, minmax(9em, 1fr));
      gap: 0.875em;
    }
    label {
      font-size: 0.875em;
      font-weight: 600;
    }
    input {
      min-block-size: 2.75em;
      inline-size: 100%;
      padding: 0 0.75em;
      border: 1px solid color-mix(in oklab, currentColor 50%, transparent);
      border-radius: var(--loyalty-input-radius, 0.5em);
      background: var(--loyalty-input-background, transparent);
      color: inherit;
      font: inherit;
    }
    input:focus-visible {
      outline: 2px solid var(--_accent);
      outline-offset: 1px;
    }
    [aria-invalid='true'] {
      border-color: var(--_problem);
      border-width: 2px;
    }
    .problem {
      margin: 0;
      color: var(--_problem);
    }
    :host {
      --_problem: var(--loyalty-color-problem, light-dark(#a8200d, #ffa394));
    }
    .actions {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 0.5em 1.25em;
    }
    button.link {
      min-block-size: 2.5em;
      padding: 0;
      border: 0;
      background: none;
      color: inherit;
      font-weight: 400;
      text-decoration: underline;
      text-underline-offset: 0.2em;
      white-space: normal;
      text-align: start;
    }
  `,
];
