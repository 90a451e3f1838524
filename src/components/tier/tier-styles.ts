import { css } from 'lit';
import { controlStyles } from '../internal/control-styles.ts';
import { elementStyles } from '../internal/styles.ts';

/** Reserved box of `<loyalty-tier>`. */
export const box = css`
  :host {
    display: block;
    min-block-size: var(--loyalty-tier-block-size, 8em);
    container-type: inline-size;
    contain-intrinsic-inline-size: 20em;
  }
`;

export const tierStyles = [
  elementStyles(box),
  controlStyles,
  css`
    .card {
      display: grid;
      align-content: center;
      gap: 0.75em;
      min-block-size: inherit;
      padding: 1em;
      border: 1px solid var(--_line);
      border-radius: var(--_radius);
    }
    .head,
    .ends {
      display: flex;
      align-items: center;
      gap: 0.25em 0.75em;
      min-inline-size: 0;
    }
    [part='since'],
    [part='count'] {
      flex: none;
    }
    /* One line on most pages, so that nothing moves, however long the names are. */
    /* Narrow, or with large text: nothing is cut off. */
    @container (inline-size < 20em) {
      .head,
      .ends {
        flex-wrap: wrap;
      }
      [part='since'] {
        flex-shrink: 1;
      }
    }
    .ends {
      justify-content: space-between;
    }
    [part~='badge'] {
      display: inline-flex;
      align-items: center;
      gap: 0.5em;
      min-inline-size: 0;
      padding: 0.25em 0.75em 0.25em 0.5em;
      max-inline-size: 100%;
      border-radius: var(--loyalty-tier-badge-radius, 99em);
      background: var(--_wash);
      font-weight: 600;
      font-size: 0.875em;
    }
    /* Only the icon has the accent colour: as text it may have too little contrast. */
    slot[name='icon'] {
      color: var(--_accent);
    }
    svg {
      flex: none;
      inline-size: 1.15em;
      fill: currentColor;
    }
    [part~='progress'] {
      display: block;
      inline-size: 100%;
      block-size: var(--loyalty-tier-bar-size, 0.375em);
      overflow: hidden;
      border-radius: var(--loyalty-tier-bar-radius, 99em);
      background: var(--_line);
    }
    [part~='progress-bar'] {
      fill: var(--loyalty-tier-bar-color, var(--_accent));
    }
    :host(:dir(rtl)) [part~='progress'] {
      scale: -1 1;
    }
    @media (forced-colors: active) {
      [part~='badge'],
      [part~='progress'] {
        border: 1px solid CanvasText;
      }
      [part~='progress'] {
        background: none;
      }
      [part~='progress-bar'] {
        fill: CanvasText;
      }
    }
  `,
];
