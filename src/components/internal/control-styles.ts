import { css } from 'lit';

/** Styles of buttons and notices, for the elements that have them. */
export const controlStyles = css`
  :host {
    --_accent: var(--loyalty-color-accent, rgb(from currentColor r g b / 1));
    --_wash: var(--loyalty-color-wash, oklab(from var(--_accent) l a b / calc(0.1 - l * 0.05)));
    /* Light text means a dark page, also without a color-scheme: a lightness below 0.6 gives 1, a higher one 0.2; 99 makes the step steep. */
    --_surface: oklab(from currentColor clamp(0.2, (0.6 - l) * 99, 1) 0 0 / 1);
    --_radius: var(--loyalty-radius, 0.625em);
    --_gap: var(--loyalty-gap, 1em);
  }
  /*
   * Texts have the lines that are reserved for them, which only an extremely long one exceeds. Nothing is reserved for large text on a
   * narrow page and for the line height of 1.5 that readers set with a text spacing: there they have all their lines. Arabic dots reach out of
   * the last line.
   */
  .line,
  .note {
    display: -webkit-box;
    overflow: clip;
    overflow-clip-margin: 0.2em;
    line-height: 1.35;
    -webkit-box-orient: vertical;
    /*
     * 1lh - 1.4em is negative with the line height above, and 0.1em with that of a text spacing: a switch without a query. A number of lines
     * has no unit, and tan(atan2(length, 1px)) is a length divided by 1px: at 16px that is 1.6, and 99 times it are more lines than any text has.
     */
    -webkit-line-clamp: max(var(--_lines, 2), 99 * tan(atan2(1lh - 1.4em, 1px)));
  }
  /* A text of the other direction is cut at its own end, and stands at the side of the others. */
  bdi,
  [dir='auto'] {
    text-align: -webkit-match-parent;
    text-align: match-parent;
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
  /* A link that looks like a button has the same rules, with the same specificity. */
  :is(button, :where(a.button)) {
    --_fill: var(--loyalty-button-color, var(--_accent));
    position: relative;
    min-block-size: max(2.5em, var(--_touch, 0px));
    min-inline-size: var(--_touch, 0);
    padding: 0 1em;
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
  .filled {
    isolation: isolate;
  }
  .filled > span {
    /* Black or white, whichever has more contrast on the button. */
    color: var(
      --loyalty-button-text-color,
      var(--loyalty-color-on-accent, lch(from var(--_fill) calc((49.44 - l) * infinity) 0 0 / 1))
    );
  }
  /* The background of the text remains when a theme removes the background of the part: the text has a colour that is visible on this background
     only. A background of the theme covers it. */
  .filled::before,
  .filled::after {
    content: '';
    position: absolute;
    inset: 0;
    z-index: -1;
    border-radius: inherit;
    background: var(--_fill);
  }
  .filled::after {
    background: inherit;
  }
  :is(button, :where(a.button)).ghost {
    background: none;
  }
  :is(button, :where(a.button)):hover {
    border-color: currentColor;
  }
  :is(button, :where(a.button)):is(:active, [aria-disabled='true']) {
    opacity: 0.7;
  }
  [aria-disabled='true'] {
    cursor: progress;
  }
  :focus-visible {
    outline: 2px solid;
    outline-color: var(--_accent);
    outline-offset: 2px;
  }
  /* Fills the reserved box, with its content in the centre. */
  .notice,
  .with-end {
    display: flex;
    flex-direction: column;
    min-block-size: inherit;
  }
  .notice {
    flex-wrap: wrap;
    align-items: center;
    justify-content: center;
    gap: 0.5em var(--_gap);
    padding: 0.75em 1em;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    text-align: center;
  }
  .notice a:not(.button) {
    align-content: center;
    min-block-size: var(--_touch, 0);
  }
  .notice svg {
    inline-size: 2.25em;
    fill: none;
    stroke: var(--_quiet);
    stroke-width: 1.25;
  }
  .notice p {
    margin: 0;
  }
  /* Takes nearly all the room, what may grow above it little. */
  .end,
  .with-end > .takes-row {
    flex: 99;
    margin-block-start: 1.5em;
  }
  .takes-row {
    border-radius: var(--_radius);
  }
  .end {
    min-block-size: 0;
    margin-block-start: 1em;
    padding-block: 0;
  }
  .line,
  .note,
  .notice,
  button {
    overflow-wrap: anywhere;
  }
  @container (inline-size < 20em) {
    .line,
    .note {
      display: block;
    }
    button {
      max-inline-size: 100%;
      white-space: normal;
    }
  }
`;
