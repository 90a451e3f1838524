import { css } from 'lit';

/** Styles of the menu of `<loyalty-wishlist-button lists>`, loaded with its button: the file of the menu would be too large. */
export const listMenuStyles = css`
  .menu {
    position: absolute;
    box-sizing: border-box;
    inline-size: min(18em, 100vw - 16px);
    min-block-size: 8em;
    max-block-size: min(24em, 90dvh);
    margin: 0;
    padding: 0.5em;
    overflow: auto;
    border: 1px solid var(--_line);
    border-radius: var(--loyalty-radius, 0.625em);
    outline-offset: -2px;
    background: var(--_surface);
    color: inherit;
    box-shadow: 0 0.5em 1.5em rgb(0 0 0 / 0.18);
    font: inherit;
    text-align: start;
  }
  .menu :is(p, ul) {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .menu > p,
  .menu form {
    padding: 0.5em;
  }
  .menu .title {
    font-weight: 600;
  }
  .menu button {
    display: block;
    inline-size: auto;
    block-size: auto;
    min-block-size: max(2.75em, var(--_touch, 0px));
    padding: 0.25em 0.5em;
    border: 0;
    border-radius: 0.375em;
    background: none;
    color: inherit;
    font: inherit;
    text-align: start;
  }
  .menu button:hover {
    background: var(--_line);
  }
  .menu [role='checkbox'] {
    display: grid;
    grid-template-columns: 1.25em minmax(0, 1fr) auto;
    place-items: center start;
    gap: 0.75em;
    inline-size: 100%;
  }
  .menu [aria-disabled='true'] {
    cursor: progress;
    opacity: 1;
  }
  .line {
    overflow-wrap: anywhere;
  }
  .tick {
    display: grid;
    place-items: center;
    inline-size: 1.25em;
    block-size: 1.25em;
    border: 1px solid color-mix(in oklab, currentColor 60%, transparent);
    border-radius: 0.25em;
  }
  [aria-checked='true'] > .tick {
    border-color: var(--_accent);
    background: var(--_accent);
  }
  .menu svg {
    inline-size: 1em;
    fill: none;
    stroke: var(--_surface);
    stroke-width: 3;
    visibility: hidden;
  }
  [aria-checked='true'] svg {
    visibility: visible;
  }
  .menu label {
    display: grid;
    gap: 0.25em;
    margin-block-end: 0.5em;
  }
  .menu form button {
    display: inline-block;
    min-block-size: max(2.5em, var(--_touch, 0px));
    margin-inline-end: 0.25em;
    padding-inline: 1em;
    border: 1px solid var(--_line);
    border-radius: var(--loyalty-button-radius, 99em);
    font-size: 0.875em;
    font-weight: 600;
  }
  /* The sentence of a row, and that of the form, which the heart's own styles would place below the heart. */
  .menu :is([part='problem'], .reason) {
    position: static;
    max-inline-size: none;
    inline-size: auto;
    margin-block-start: 0.5em;
    padding: 0.25em 0.5em;
    border: 0;
    border-inline-start: 0.1875em solid;
    border-radius: 0;
    color: var(
      --loyalty-color-problem,
      oklch(from currentColor clamp(0.45, (l - 0.6) * 99, 0.8) 0.15 30 / 1)
    );
  }
  @media (forced-colors: active) {
    .menu svg {
      stroke: CanvasText;
    }
    [aria-checked='true'] > .tick {
      background: Canvas;
    }
  }
`;
