import { css, unsafeCSS } from 'lit';
import { BOXES, type ElementBox } from './element-boxes.ts';
import { inBrowser } from './internal/in-browser.ts';

// Styles of the elements that only a style sheet of the page can have, not their own ones.

// No style sheet of the elements, neither this one nor one of a shadow root, has `:has()`. Chromium keeps what all of them look for in one
// place: with an attribute or a `:not()` inside of it, each node that the page adds or removes makes the browser ask every `:has()` of the
// document again, those of the shop's theme, too.

/** The elements of the catalogue in which guests see one of these. */
const elementsFor = (...guests: ElementBox['guests'][]): string =>
  BOXES.filter((entry) => entry.guests && guests.includes(entry.guests))
    .map(({ name, guestsUnless }) => `loyalty-${name}${guestsUnless ? `:not(${guestsUnless})` : ''}`)
    .join(', ');

/** With this class on the element or around it, the page says that its shopper is a guest. */
const ON_GUEST_PAGE = ':is(.loyalty-guest, .loyalty-guest *)';
/** Elements of a guest: until they are defined by the class of the page, then by their own state. */
const guestsOf = (elements: string): string =>
  `:is(${elements}):is(${ON_GUEST_PAGE}:not(:defined), :state(guest):is(:state(loading), :state(signed-out)))`;

/** An element that shows guests the links of the provider as buttons. */
const INVITES = "[invites]:not([invites='false'])";
const SMALL = guestsOf(elementsFor('line', 'small'));
/** An element whose notice is a line: it does not invite. */
const LINE = guestsOf(elementsFor('line').replace(/loyalty-[a-z]+/g, `$&:not(${INVITES})`));
/** An element whose notice is shown when the links of its provider are in it. */
const WAITING = `:is(${elementsFor('line', 'small', 'notice')}, loyalty-status):is(:state(waiting))`;
const EVERY_ELEMENT = BOXES.map(({ name }) => `loyalty-${name}`).join(', ');

/**
 * Guests see a notice where members see their data: on a page of a guest its size is reserved. An element with data, after a sign-in
 * without a reload, has the box of its own styles.
 */
const GUESTS = css`
  ${unsafeCSS(SMALL)} {
    --_guest-size: var(--loyalty-guest-block-size, 6em);
    display: flow-root;
    block-size: auto;
    min-block-size: var(--_guest-size);
  }
  @media (max-width: 40em) {
    ${unsafeCSS(SMALL)}:is(${unsafeCSS(INVITES)}) {
      --_guest-size: var(--loyalty-guest-block-size, 8em);
    }
  }
  /* What the page has for guests keeps its size; a server has rendered what members see while it loads. */
  ${unsafeCSS(SMALL)}:is(:state(loading), :empty:not(:defined)) {
    max-block-size: var(--_guest-size);
    overflow: hidden;
  }
  ${unsafeCSS(SMALL)}:is(loyalty-rewards, loyalty-status)::before {
    content: none;
  }
  ${unsafeCSS(LINE)} {
    --_guest-size: var(--loyalty-guest-line-size, max(2.5em, var(--_touch, 0px)));
  }
  :where(${unsafeCSS(LINE)})::part(notice) {
    align-items: start;
    justify-content: start;
    padding: 0;
    border: 0;
    text-align: start;
  }
  :where(${unsafeCSS(LINE)})::part(message) {
    color: var(--_quiet);
    font-size: 0.875em;
  }
`;

/** Until an element is defined, the content of its named slots is hidden, except `signed-out` on the page of a guest. */
const SLOTS = css`
  :is(${unsafeCSS(EVERY_ELEMENT)}):not(:defined) > [slot]:not([slot='signed-out']),
  :is(${unsafeCSS(EVERY_ELEMENT)}):not(:defined):not(${unsafeCSS(ON_GUEST_PAGE)}) > [slot] {
    display: none;
  }
`;

/** Notices with links are shown when the links are in them, so that nothing moves, or without them after a while. */
const LINKS = css`
  ${unsafeCSS(WAITING)}::part(notice),
  ${unsafeCSS(WAITING)}:is(loyalty-status)::part(base) {
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
 * The corners of the theme, where its own buttons, inputs and cards take them from variables of the root: Dawn and the themes made from it,
 * then Bootstrap. Without the variables these declarations are invalid, and elements have their own corners. Without specificity: what the
 * page sets wins.
 */
const CORNERS = css`
  :where(:root) {
    --loyalty-button-radius: var(--buttons-radius, var(--bs-border-radius));
    --loyalty-input-radius: var(--inputs-radius, var(--bs-border-radius));
    --loyalty-radius: var(--product-card-corner-radius, var(--bs-border-radius));
  }
`;

/**
 * Browsers without relative colours. What stands over the page has a background on which dark and light text can be read. A button that has a
 * colour of the theme gets that background, too, where none can be calculated for its text; one without a colour has no background.
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
  ${SLOTS}
  ${LINKS}
  ${SPACE}
  ${FORCED_COLORS}
  ${CORNERS}
  ${OLD_BROWSERS}
`;

/** For a page that imports the package and does not link `loyalty.css`, which has the same rules. */
export function adoptPageStyles(): void {
  if (inBrowser) document.adoptedStyleSheets.push(pageStyles.styleSheet!);
}
