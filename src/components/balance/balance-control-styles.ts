import { css } from 'lit';

/** Controls in a line of text. */
export const balanceControlStyles = css`
  :is(button, summary) {
    position: relative;
    cursor: pointer;
  }
  /* Large enough for fingers, in its line. */
  :is(button, summary)::after {
    content: '';
    position: absolute;
    inset: min(0px, (100% - 44px) / 2);
  }
  :focus-visible {
    outline: 2px solid var(--loyalty-color-accent, currentColor);
    outline-offset: 2px;
  }
`;
