import { css, unsafeCSS } from 'lit';
import { inBrowser } from './internal/in-browser.ts';

// Styles of the elements that only a style sheet of the page can have, not their own ones.

/** A page that says that its shopper is a guest. */
const GUEST = ":root:has(loyalty-provider[customer-id='']):not(:has(loyalty-provider:not([customer-id=''])))";
const SMALL =
  'loyalty-rewards, loyalty-wishlist, loyalty-tier, loyalty-status:not([programme]), loyalty-history, loyalty-credits, loyalty-benefits, ' +
  'loyalty-achievements, loyalty-dates, loyalty-receipt, loyalty-redeem, loyalty-lists, loyalty-registry, ' +
  'loyalty-earn:not([programme], [line], [price], [items], [product-id])';

/**
 * Guests see a notice where members see their data: on a page of a guest its size is reserved. These rules stay when the element is
 * defined, because no element can select the provider of its page in all browsers (`:host-context()`). An element with data, after a
 * sign-in without a reload, has the box of its own styles.
 */
const GUESTS = css`
  ${unsafeCSS(GUEST)} :is(${unsafeCSS(SMALL)}):is(:not(:defined), :state(loading), :state(signed-out)) {
    display: block;
    block-size: auto;
    min-block-size: var(--loyalty-guest-block-size, 6em);
  }
  ${unsafeCSS(GUEST)} :is(${unsafeCSS(SMALL)}):state(loading) {
    max-block-size: var(--loyalty-guest-block-size, 6em);
    overflow: hidden;
  }
  ${unsafeCSS(GUEST)} loyalty-rewards:is(:not(:defined), :state(loading), :state(signed-out))::before {
    content: none;
  }
`;

/** Skeletons in forced colours would show their text. The style sheets of the other elements have this rule, too. */
const FORCED_COLORS = css`
  @media (forced-colors: active) {
    loyalty-balance::part(skeleton) {
      outline: 1px solid GrayText;
      outline-offset: -1px;
      forced-color-adjust: none;
    }
  }
`;

export const pageStyles = css`
  ${GUESTS}
  ${FORCED_COLORS}
`;

/** For a page that imports the package and does not link `loyalty.css`, which has the same rules. */
export function adoptPageStyles(): void {
  if (inBrowser) document.adoptedStyleSheets.push(pageStyles.styleSheet!);
}
