import { css, unsafeCSS } from 'lit';
import { hostRules, type Box } from './boxes/box.ts';

/**
 * The look that elements share. Everything derives from the theme: its font, its text colour, one accent. A theme sets the
 * `--loyalty-…` properties anywhere above; the `--_…` ones are ours.
 */
const tokens = css`
  :host {
    --_accent: var(--loyalty-color-accent, currentColor);
    --_on-accent: var(--loyalty-color-on-accent, Canvas);
    --_quiet: var(--loyalty-color-quiet, color-mix(in oklab, currentColor 76%, transparent));
    --_line: var(--loyalty-color-line, color-mix(in oklab, currentColor 16%, transparent));
    --_wash: var(--loyalty-color-wash, color-mix(in oklab, var(--_accent) 9%, transparent));
    --_radius: var(--loyalty-radius, 0.625em);
    --_gap: var(--loyalty-gap, 1em);
    box-sizing: border-box;
    color: var(--loyalty-color-text, inherit);
    font-variant-numeric: tabular-nums;
  }
  @supports (color: lch(from red l c h)) {
    :host {
      /* Black or white, whichever reads better on the accent. */
      --_on-accent: var(
        --loyalty-color-on-accent,
        lch(from var(--loyalty-color-accent, currentColor) calc((49.44 - l) * infinity) 0 0)
      );
    }
  }
  :host([hidden]) {
    display: none !important;
  }
  *,
  ::before,
  ::after {
    box-sizing: inherit;
  }
  .quiet {
    color: var(--_quiet);
  }
  .small {
    font-size: 0.8125em;
  }
  .line {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .skeleton {
    border-radius: 0.375em;
    background: linear-gradient(90deg, var(--_line), var(--_wash), var(--_line)) 0 / 200% 100%;
    color: transparent;
    user-select: none;
  }
  @media (prefers-reduced-motion: no-preference) {
    .skeleton {
      animation: shimmer 1.6s linear infinite;
    }
    @keyframes shimmer {
      to {
        background-position: -200% 0;
      }
    }
  }
  .hidden {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;

/** Styles that every element begins with: its box, then the shared look. */
export const elementStyles = (box: Box) => [tokens, unsafeCSS(hostRules(box))];
