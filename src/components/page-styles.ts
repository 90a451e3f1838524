import { css, unsafeCSS } from 'lit';
import { BOXES, type ElementBox } from './element-boxes.ts';
import { inBrowser } from './internal/in-browser.ts';

// Styles of the elements that only a style sheet of the page can have, not their own ones.

/**
 * The provider of a guest: without a customer. One with a proxy may have a customer whom only the proxy knows, and a script may give
 * one (`:state(customer)`).
 */
const GUEST_PROVIDER =
  "loyalty-provider:is([customer-id=''], :not([customer-id], [proxy-url], [profile-id])):not(:is(:state(customer)))";
/** A page that says that its shopper is a guest. */
const GUEST = `:root:has(${GUEST_PROVIDER}):not(:has(loyalty-provider:not(${GUEST_PROVIDER})))`;
/** The elements of the catalogue in which guests see one of these. */
const elementsFor = (...guests: ElementBox['guests'][]): string =>
  BOXES.filter((entry) => entry.guests && guests.includes(entry.guests))
    .map(({ name, guestsUnless }) => `loyalty-${name}${guestsUnless ? `:not(${guestsUnless})` : ''}`)
    .join(', ');

const SMALL = elementsFor('line', 'small');
/** An element whose notice is a line: it does not invite, and the page shows guests nothing of its own in it. */
const LINE = `${GUEST} :is(${elementsFor('line')}):not([invites]:not([invites='false']), :has(> [slot='signed-out']))`;
/** An element with a notice that waits for the links of its provider. */
const LINKED =
  `:root:has(loyalty-provider:is([sign-in-url], [join-url]):not(:is(:state(customer)))) :is(${elementsFor('line', 'small', 'notice')}, loyalty-status)` +
  ":state(signed-out):not(:state(quiet), :state(inviting), :has(> [slot='signed-out']))";

/**
 * Guests see a notice where members see their data: on a page of a guest its size is reserved. These rules stay when the element is
 * defined, because no element can select the provider of its page in all browsers (`:host-context()`). An element with data, after a
 * sign-in without a reload, has the box of its own styles. No rule has the root itself as its subject: with `:has()`, each change of the
 * page would calculate the styles of the whole page.
 */
const GUESTS = css`
  ${unsafeCSS(GUEST)} :is(${unsafeCSS(SMALL)}) {
    --_guest-size: var(--loyalty-guest-block-size, 6em);
  }
  @media (max-width: 40em) {
    ${unsafeCSS(GUEST)}:has(loyalty-provider:is([sign-in-url], [join-url])) :is(${unsafeCSS(SMALL)}) {
      --_guest-size: var(--loyalty-guest-block-size, 8em);
    }
  }
  ${unsafeCSS(GUEST)} :is(${unsafeCSS(SMALL)}):is(:not(:defined), :state(loading), :state(signed-out)) {
    display: block;
    block-size: auto;
    min-block-size: var(--_guest-size);
  }
  ${unsafeCSS(GUEST)} :is(${unsafeCSS(SMALL)}):is(:not(:defined), :state(loading)) {
    max-block-size: var(--_guest-size);
    overflow: hidden;
  }
  ${unsafeCSS(GUEST)} loyalty-rewards:is(:not(:defined), :state(loading), :state(signed-out))::before {
    content: none;
  }
  ${unsafeCSS(LINE)} {
    --_guest-size: var(--loyalty-guest-line-size, max(2.5em, var(--_touch, 0px)));
  }
  :where(${unsafeCSS(LINE)}):where(:state(signed-out))::part(notice) {
    align-items: start;
    justify-content: start;
    padding: 0;
    border: 0;
    color: var(--_quiet);
    font-size: 0.875em;
    text-align: start;
  }
`;

/** Notices with links are shown when the links are in them, so that nothing moves, or without them after a while. */
const LINKS = css`
  ${unsafeCSS(LINKED)}::part(notice),
  ${unsafeCSS(LINKED)}:is(loyalty-status)::part(base) {
    visibility: hidden;
    animation: loyalty-appear 0s 3s forwards;
  }
  @keyframes loyalty-appear {
    to {
      visibility: visible;
    }
  }
`;

const BLOCKS = BOXES.flatMap(({ name, isBlock = '' }) =>
  isBlock === false ? [] : [`loyalty-${name}${isBlock}`],
).join(', ');

/**
 * Elements do not touch what is above them. In a row of the page they share its width: their size containment leaves them none of their own.
 * Without specificity: any rule of the page wins. Without a sibling combinator: with one, each change of the page would cost more the more
 * siblings it has.
 */
const SPACE = css`
  :where(${unsafeCSS(BLOCKS)}):where(:not(loyalty-account, loyalty-balance)) {
    container-type: inline-size;
    contain-intrinsic-inline-size: 20em;
    min-inline-size: min(100%, 10em);
  }
  :where(${unsafeCSS(BLOCKS)}):where(:not(:first-child)) {
    margin-block-start: var(--loyalty-space, 1em);
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

/** The smallest size of a control where the pointer is a finger. The styles of all elements read it, so that they need no query of their own. */
const TOUCH = css`
  @media (pointer: coarse) {
    :root {
      --_touch: 44px;
    }
  }
`;

/**
 * Browsers without relative colours. What stands over the page has a ground on which dark and light text can be read. A button that has a
 * colour of the theme gets that ground, too, where none can be calculated for its text; one without a colour has no ground.
 */
const OLD_BROWSERS = css`
  @supports not (color: oklab(from currentColor l a b)) {
    @property --_surface {
      syntax: '<color>';
      inherits: true;
      initial-value: #767676;
    }
  }
  @supports not (color: lch(from red l c h)) {
    :root {
      --loyalty-button-color: #767676 !important;
      --loyalty-button-text-color: #fff !important;
      --loyalty-wishlist-count-background: #767676 !important;
      --loyalty-wishlist-count-color: #fff !important;
    }
  }
`;

export const pageStyles = css`
  ${TOUCH}
  ${GUESTS}
  ${LINKS}
  ${SPACE}
  ${FORCED_COLORS}
  ${OLD_BROWSERS}
`;

/** For a page that imports the package and does not link `loyalty.css`, which has the same rules. */
export function adoptPageStyles(): void {
  if (inBrowser) document.adoptedStyleSheets.push(pageStyles.styleSheet!);
}
