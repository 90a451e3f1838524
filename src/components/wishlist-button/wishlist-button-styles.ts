import { css } from 'lit';
import { elementStyles } from '../internal/styles.ts';

/** Reserved box of `<loyalty-wishlist-button>`. */
export const box = css`
  :host {
    display: inline-block;
    vertical-align: middle;
    inline-size: max(var(--_touch, 0px), var(--loyalty-wishlist-button-size, 2.5em));
    block-size: max(var(--_touch, 0px), var(--loyalty-wishlist-button-size, 2.5em));
  }
`;

export const wishlistButtonStyles = [
  elementStyles(box),
  css`
    :host {
      --_accent: var(
        --loyalty-wishlist-button-color,
        var(--loyalty-color-accent, rgb(from currentColor r g b / 1))
      );
      /* Light text means a dark page, also without a color-scheme. */
      --_surface: oklab(from currentColor clamp(0.2, (0.6 - l) * 99, 1) 0 0 / 1);
      position: relative;
      /* Above a link that a product card stretches over its whole area, which public themes give the z-index 1. */
      z-index: var(--loyalty-wishlist-button-layer, 2);
    }
    /* The sentence is above the hearts below. */
    :host(:state(failed)) {
      z-index: calc(var(--loyalty-wishlist-button-layer, 2) + 1);
    }
    /* Overlaps the content below, so that nothing moves. */
    [part='problem'] {
      position: absolute;
      inset-block-start: calc(100% + 0.25em);
      z-index: 1;
      inline-size: max-content;
      max-inline-size: 16em;
      padding: 0.5em 0.75em;
      border: 1px solid var(--_line);
      border-radius: var(--loyalty-radius, 0.625em);
      background: var(--_surface);
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
      background: var(--loyalty-wishlist-button-background, var(--_surface));
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
      outline: 2px solid;
      outline-color: var(--_accent);
      outline-offset: 2px;
    }
    svg,
    ::slotted(svg) {
      inline-size: 50%;
      fill: currentColor;
      fill-opacity: var(--_fill, 0);
      stroke: currentColor;
      stroke-width: 1.6;
    }
    [aria-pressed='true'] {
      --_fill: 1;
    }
    :host(:state(saving)) button {
      --_fill: 0.5;
    }
    [part='failure'] {
      position: absolute;
      inset-block-start: 0;
      inset-inline-end: 0;
      inline-size: 1.25em;
      block-size: 1.25em;
      border-radius: 50%;
      /* currentColor is the light or dark colour of the sign. */
      background: var(
        --loyalty-color-problem,
        oklch(from currentColor clamp(0.45, (0.6 - l) * 99, 0.8) 0.15 30 / 1)
      );
      color: var(--_surface);
      font-size: 0.75em;
      font-weight: 700;
      line-height: 1.25;
      text-align: center;
      pointer-events: none;
    }
    [part='failure']::before {
      content: '!';
    }
    @media (prefers-reduced-motion: no-preference) {
      svg {
        transition:
          fill-opacity 0.15s,
          scale 0.15s;
      }
      button:active svg {
        scale: 0.85;
      }
    }
  `,
];
