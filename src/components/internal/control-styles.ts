import { css } from 'lit';

/** Styles of buttons and notices, for the elements that have them. */
export const controlStyles = css`
  :host {
    --_accent: var(--loyalty-color-accent, rgb(from currentColor r g b / 1));
    --_wash: var(--loyalty-color-wash, oklab(from var(--_accent) l a b / calc(0.1 - l * 0.05)));
    /* Light text means a dark page, also without a color-scheme. */
    --_surface: oklab(from currentColor clamp(0.2, (0.6 - l) * 99, 1) 0 0 / 1);
    --_radius: var(--loyalty-radius, 0.625em);
    --_gap: var(--loyalty-gap, 1em);
  }
  .line {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  @media (prefers-reduced-motion: no-preference) {
    .skeleton {
      background: linear-gradient(90deg, var(--_line), var(--_wash), var(--_line)) 0 / 200% 100%;
      animation: shimmer 1.6s linear infinite;
    }
    @keyframes shimmer {
      to {
        background-position: -200% 0;
      }
    }
  }
  /* A forced colour would make its text readable. */
  @media (forced-colors: active) {
    .skeleton {
      outline: 1px solid GrayText;
      outline-offset: -1px;
      forced-color-adjust: none;
    }
  }
  button {
    --_fill: var(--loyalty-button-color, var(--_accent));
    position: relative;
    min-block-size: 2.5em;
    padding: 0 1.15em;
    border: 1px solid var(--_line);
    border-radius: var(--loyalty-button-radius, 99em);
    background: var(--_fill);
    color: inherit;
    font: inherit;
    font-size: 0.875em;
    font-weight: 600;
    cursor: pointer;
    white-space: nowrap;
  }
  /* A filled button has its text in a span. The default accent is currentColor, so the colour of the text is set on this span. */
  button:has(> span) {
    isolation: isolate;
  }
  button > span {
    /* Black or white, whichever has more contrast on the button. */
    color: var(
      --loyalty-button-text-color,
      var(--loyalty-color-on-accent, lch(from var(--_fill) calc((49.44 - l) * infinity) 0 0 / 1))
    );
  }
  /* The ground of the text remains when a theme removes the background of the part: the text has a colour that is visible on this ground
     only. A background of the theme covers it. */
  button:has(> span)::before,
  button:has(> span)::after {
    content: '';
    position: absolute;
    inset: 0;
    z-index: -1;
    border-radius: inherit;
    background: var(--_fill);
  }
  button:has(> span)::after {
    background: inherit;
  }
  button.ghost {
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
    outline: 2px solid;
    outline-color: var(--_accent);
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
