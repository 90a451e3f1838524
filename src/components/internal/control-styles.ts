import { css } from 'lit';

/** Styles of buttons and notices, for the elements that have them. */
export const controlStyles = css`
  :host {
    --_accent: var(--loyalty-color-accent, currentColor);
    --_wash: var(--loyalty-color-wash, color-mix(in oklab, var(--_accent) 9%, transparent));
    --_on-accent: var(--loyalty-color-on-accent, Canvas);
    --_radius: var(--loyalty-radius, 0.625em);
    --_gap: var(--loyalty-gap, 1em);
  }
  @supports (color: lch(from red l c h)) {
    :host {
      /* Black or white, whichever has more contrast on the accent. */
      --_on-accent: var(
        --loyalty-color-on-accent,
        lch(from var(--loyalty-color-accent, currentColor) calc((49.44 - l) * infinity) 0 0)
      );
    }
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
  /* The default accent is currentColor, so the colour of the button's text is set on an element inside it. */
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
