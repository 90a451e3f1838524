import { css } from 'lit';
import { elementStyles } from '../internal/styles.ts';

/** Reserved box of `<loyalty-wishlist-count>`. */
export const box = css`
  :host {
    display: inline-block;
    vertical-align: middle;
    font-size: 0.8125em;
    min-inline-size: var(--loyalty-wishlist-count-size, 1.5em);
    block-size: var(--loyalty-wishlist-count-size, 1.5em);
  }
`;

export const wishlistCountStyles = [
  elementStyles(box),
  css`
    :host {
      --_accent: var(
        --loyalty-wishlist-count-background,
        var(--loyalty-color-accent, rgb(from currentColor r g b / 1))
      );
      position: relative;
    }
    .count {
      display: block;
      padding: 0 0.5em;
      border-radius: 99em;
      background: var(--_accent);
      font-weight: 600;
      line-height: var(--loyalty-wishlist-count-size, 1.5em);
      text-align: center;
    }
    /* Black or white, whichever has more contrast on the accent. */
    .count span {
      color: var(
        --loyalty-wishlist-count-color,
        var(--loyalty-color-on-accent, lch(from var(--_accent) calc((49.44 - l) * infinity) 0 0 / 1))
      );
    }
  `,
];
