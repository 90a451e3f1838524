import { css } from 'lit';

/** Buttons and the note that stands in for content; only elements that have them bring them. */
export const controlStyles = css`
  button {
    min-block-size: 2.5em;
    padding: 0 1.15em;
    border: 1px solid transparent;
    border-radius: var(--loyalty-button-radius, 99em);
    background: var(--_accent);
    color: inherit;
    font: inherit;
    font-size: 0.875em;
    font-weight: 600;
    cursor: pointer;
    white-space: nowrap;
  }
  /* The accent may be the text colour itself, so the text on it has an element of its own to be coloured. */
  button > span {
    color: var(--_on-accent);
  }
  button.ghost {
    border-color: var(--_line);
    background: none;
  }
  button:hover {
    border-color: currentColor;
  }
  button[aria-disabled='true'] {
    cursor: progress;
    opacity: 0.7;
  }
  :focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  .notice {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.5em var(--_gap);
    padding: 0.75em 1em;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
  }
  .notice p {
    margin: 0;
  }
`;
