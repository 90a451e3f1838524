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
      outline: none;
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
    [aria-invalid='true'] {
      border-color: var(--_problem);
      border-width: 2px;
    }
    /* On a ground of its own: there the colour has enough contrast, whatever the ground of the page. */
    .problem {
      margin: 0;
      padding: 0.25em 0.625em;
      border-inline-start: 0.1875em solid;
      background: var(--_surface);
      color: var(--_problem);
    }
    :host {
      --_problem: var(
        --loyalty-color-problem,
        oklch(from currentColor clamp(0.45, (l - 0.6) * 99, 0.8) 0.15 30 / 1)
      );
    }
    .reveal {
      display: flex;
    }
    .reveal input {
      padding-inline-end: 3em;
    }
    .reveal button {
      margin-inline-start: -3.25em;
      padding: 0 0.875em;
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
