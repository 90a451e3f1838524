import { css } from 'lit';
import { elementStyles } from './styles.ts';

/** Reserved box of `<loyalty-wishlist-button>`. */
export const wishlistButtonBox = css`
  :host {
    display: inline-block;
    vertical-align: middle;
    inline-size: var(--loyalty-wishlist-button-size, 2.5em);
    block-size: var(--loyalty-wishlist-button-size, 2.5em);
  }
`;

export const wishlistButtonStyles = [
  elementStyles(wishlistButtonBox),
  css`
    :host {
      --_accent: var(--loyalty-color-accent, currentColor);
      position: relative;
    }
    /* Overlaps the content below, so that nothing moves. */
    [part='problem'] {
      position: absolute;
      inset-block-start: calc(100% + 0.25em);
      z-index: 1;
      inline-size: max-content;
      max-inline-size: 16em;
      padding: 0.4em 0.75em;
      border: 1px solid var(--_line);
      border-radius: var(--loyalty-radius, 0.625em);
      background: Canvas;
      color: CanvasText;
    }
    .to-left {
      right: 0;
    }
    .to-right {
      left: 0;
    }
    button {
      display: grid;
      place-items: center;
      inline-size: 100%;
      block-size: 100%;
      padding: 0;
      border: 1px solid var(--_line);
      border-radius: 50%;
      background: var(--loyalty-wishlist-button-background, transparent);
      color: var(--_accent);
      cursor: pointer;
    }
    button[aria-disabled='true'] {
      cursor: default;
      opacity: 0.5;
    }
    button:hover {
      border-color: currentColor;
    }
    :focus-visible {
      outline: 2px solid var(--_accent);
      outline-offset: 2px;
    }
    svg {
      inline-size: 50%;
      fill: transparent;
      stroke: currentColor;
      stroke-width: 1.6;
    }
    [aria-pressed='true'] svg {
      fill: currentColor;
    }
    @media (prefers-reduced-motion: no-preference) {
      svg {
        transition:
          fill 0.15s,
          scale 0.15s;
      }
      button:active svg {
        scale: 0.85;
      }
    }
  `,
];
