import { css } from 'lit';
import { elementStyles } from '../internal/styles.ts';

/** `<loyalty-panel>` takes no space. Before it is defined, content for its drawer must not show in the page. */
export const box = css`
  :host(:not(:defined)) {
    display: none;
  }
`;

export const panelStyles = [
  elementStyles(box),
  css`
    :host {
      --_inline: calc(
        var(--loyalty-panel-offset-inline, 1em) +
          max(env(safe-area-inset-left, 0px), env(safe-area-inset-right, 0px))
      );
      display: contents;
    }
    /* Not on the host: the elements in the drawer would inherit it. */
    .launcher {
      --_fill: var(--loyalty-button-color, var(--loyalty-color-accent, rgb(from currentColor r g b / 1)));
      position: fixed;
      inset-block-end: calc(var(--loyalty-panel-offset-block, 1em) + env(safe-area-inset-bottom, 0px));
      inset-inline: auto var(--_inline);
      z-index: var(--loyalty-panel-layer, 10);
      min-block-size: 3em;
      max-inline-size: calc(100% - 2 * var(--_inline));
      padding: 0 1em;
      border: 1px solid transparent;
      border-radius: var(--loyalty-button-radius, 99em);
      background: var(--_fill);
      box-shadow: 0 0.25em 1em rgb(0 0 0 / 0.2);
      color: inherit;
      font: inherit;
      font-weight: 600;
      cursor: pointer;
    }
    :host([side='start']) .launcher {
      inset-inline: var(--_inline) auto;
    }
    .launcher > *,
    .launcher::after {
      /* Black or white, whichever has more contrast on the button. */
      color: var(
        --loyalty-button-text-color,
        var(--loyalty-color-on-accent, lch(from var(--_fill) calc((49.44 - l) * infinity) 0 0 / 1))
      );
    }
    /* Forced colours leave a colour of the svg itself as it is, which the background may hide. */
    @media (forced-colors: active) {
      .launcher > * {
        color: ButtonText;
      }
    }
    .launcher svg {
      inline-size: 1.125em;
      vertical-align: -0.15em;
      fill: currentColor;
    }
    .launcher > span {
      margin-inline-start: 0.5em;
    }
    /* The width of the label and the icon, which the points replace: the button must not move. */
    .launcher::after {
      display: block;
      content: attr(data-label);
      block-size: 0;
      padding-inline-start: 1.625em;
      overflow: hidden;
      visibility: hidden;
    }
    /* On phones it covers no more of the page than an icon with its number needs; the text is for screen readers. */
    @media (max-width: 30em) {
      .launcher {
        min-inline-size: 7em;
      }
      .launcher::after {
        content: none;
      }
      .launcher[data-number]::after {
        display: inline;
        content: attr(data-number) / '';
        padding-inline-start: 0.5em;
        visibility: visible;
      }
      [part='launcher-text'] {
        position: absolute;
        inset-block-start: 0;
        clip-path: inset(50%);
        white-space: nowrap;
      }
    }
    .launcher:focus-visible {
      outline: 2px solid;
      outline-color: var(--_fill);
      outline-offset: 2px;
    }
  `,
];
