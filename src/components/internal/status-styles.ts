import { css } from 'lit';
import { controlStyles } from './control-styles.ts';
import { elementStyles } from './styles.ts';

/** Reserved box of `<loyalty-status>`. */
export const statusBox = css`
  :host {
    display: block;
    block-size: var(--loyalty-status-block-size, 18em);
  }
  @media (max-width: 639px) {
    :host {
      block-size: var(--loyalty-status-block-size, 25em);
    }
  }
`;

export const statusStyles = [
  elementStyles(statusBox),
  controlStyles,
  css`
    :host {
      container-type: inline-size;
    }
    .card {
      display: grid;
      grid-template-rows: auto 1fr auto;
      gap: 1em;
      block-size: 100%;
      padding: var(--loyalty-status-padding, 1.625em);
      overflow: hidden;
      border: 1px solid var(--_line);
      border-radius: var(--loyalty-status-radius, calc(var(--_radius) * 1.6));
      color: var(--loyalty-status-color, inherit);
      background: var(--loyalty-status-background, none);
      line-height: 1.4;
    }
    /* Every colour of the ground is between the colour that was tested and its far end. */
    .colored {
      --_quiet: color-mix(in srgb, currentColor 82%, transparent);
      --_line: color-mix(in srgb, currentColor 30%, transparent);
      --_accent: currentColor;
      --_end: color-mix(in srgb, var(--_ground), var(--_far) 42%);
      border-color: transparent;
      color: var(--loyalty-status-color, var(--_ink));
      background: var(
        --loyalty-status-background,
        radial-gradient(circle at 100% 0, var(--_ground), transparent 22em),
        linear-gradient(120deg, var(--_ground), var(--_end) 85%)
      );
    }
    .colored.top {
      background: var(
        --loyalty-status-background,
        repeating-radial-gradient(circle at 100% 0, var(--_ground) 0 4em, transparent 4.05em 6em),
        linear-gradient(120deg, var(--_ground), var(--_end) 85%)
      );
    }
    .head {
      display: flex;
      flex-wrap: wrap;
      justify-content: space-between;
      gap: 0.375em 1em;
      min-inline-size: 0;
    }
    .head > div {
      min-inline-size: 0;
      max-inline-size: 100%;
    }
    [part~='name'] {
      display: flex;
      gap: 0.4em;
      align-items: center;
      font-size: 1.125em;
      font-weight: 650;
    }
    svg.star {
      flex: none;
      inline-size: 1em;
      fill: currentColor;
    }
    [part~='since'] {
      min-block-size: 1.4em;
    }
    [part~='expiry'] {
      align-self: start;
      max-inline-size: 100%;
      padding: 0.3em 0.9em;
      border: 1px solid var(--_line);
      border-radius: 99em;
    }
    .urgent {
      border-color: currentColor;
      font-weight: 600;
    }
    .colored .urgent {
      background: currentColor;
    }
    .colored .urgent > span {
      color: var(--loyalty-status-urgent-color, var(--_ground));
    }
    [part~='amount'] {
      align-self: center;
      min-inline-size: 0;
    }
    [part~='value'] {
      font-size: clamp(2.5em, 9cqi, 4em);
      font-weight: 680;
      letter-spacing: -0.02em;
      line-height: 1.1;
    }
    .long {
      font-size: clamp(1.25em, 5.5cqi, 4em);
    }
    ol,
    ul {
      display: grid;
      gap: 0.75em;
      margin: 0;
      padding: 0;
      list-style: none;
      min-block-size: 0;
    }
    ol {
      grid-auto-columns: minmax(7em, 1fr);
      grid-auto-flow: column;
      overflow: auto;
      scrollbar-width: none;
    }
    li {
      min-inline-size: 0;
    }
    [part~='progress'] {
      display: block;
      inline-size: 100%;
      block-size: 0.25em;
      margin-block-end: 0.5em;
      border-radius: 99em;
      background: var(--_line);
      forced-color-adjust: none;
    }
    [part~='progress-bar'] {
      fill: var(--_tier, var(--_accent));
    }
    :host(:dir(rtl)) [part~='progress'] {
      scale: -1 1;
    }
    .row {
      display: flex;
      flex-wrap: wrap;
      gap: 0 0.75em;
      align-items: baseline;
      justify-content: space-between;
    }
    .row > * {
      min-inline-size: 0;
    }
    [part~='tier-name'] {
      font-size: 0.9375em;
      font-weight: 500;
    }
    [part~='tier-current'] [part~='tier-name'],
    [part~='tier-reached'] [part~='tier-name'] {
      font-weight: 650;
    }
    [part~='missing'] {
      font-weight: 600;
    }
    [part~='tier-text'] {
      display: -webkit-box;
      overflow: hidden;
      -webkit-box-orient: vertical;
      -webkit-line-clamp: 3;
      min-block-size: 4.2em;
      overflow-wrap: anywhere;
    }
    [part~='reward'] {
      display: flex;
      gap: 0.75em;
      justify-content: space-between;
    }
    [part~='rewards'] {
      grid-auto-columns: minmax(0, 1fr);
      grid-auto-flow: column;
      padding-block-start: 0.75em;
      border-block-start: 1px solid var(--_line);
    }
    ::slotted(*) {
      margin: 0;
    }
    [part~='notice'] {
      color: var(--loyalty-color-text, inherit);
    }
    @container (max-width: 33em) {
      .card {
        gap: 0.625em;
        padding: var(--loyalty-status-padding, 1.25em);
      }
      ol {
        grid-auto-flow: row;
        grid-template-columns: minmax(0, 1fr);
        gap: 0.625em;
      }
      [part~='tier-text'] {
        -webkit-line-clamp: 2;
        min-block-size: 0;
      }
      [part~='rewards'] {
        grid-auto-flow: row;
        gap: 0.25em;
        padding-block-start: 0.5em;
      }
    }
    @media (prefers-reduced-motion: no-preference) {
      svg.star {
        animation: appear 0.18s ease-out;
      }
      @keyframes appear {
        from {
          opacity: 0;
          scale: 0.4;
        }
      }
    }
  `,
];
