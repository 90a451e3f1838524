// Made by scripts/elements-index.mjs from catalogue.ts, the docblocks of the elements and the names of files.
/** What `loyalty.css` reserves for an element. */
export interface ElementBox {
  readonly name: string;
  /**
   * What guests see: `line`, a notice that is one line high unless the element has `invites`; `small`, a notice in a box of their size;
   * `notice`, one in the box that members have.
   */
  readonly guests?: 'line' | 'small' | 'notice';
  /** A selector of the element where guests see something else. */
  readonly guestsUnless?: string;
  /** `<name>/<name>-styles.ts` exports the box, unless the element shows nothing. */
  readonly hasBox?: false;
  /** Whether it is a block of the page, which does not touch what is above it: not, or a selector of when. */
  readonly isBlock?: false | string;
}

/** Every element of the catalogue. */
export const BOXES: readonly ElementBox[] = [
  { name: 'balance', isBlock: "[variant='card']" },
  { name: 'tier', guests: 'line' },
  { name: 'status', guests: 'line', guestsUnless: '[programme]' },
  { name: 'card', guests: 'line' },
  { name: 'rewards', guests: 'line' },
  { name: 'wishlist', guests: 'small' },
  { name: 'wishlist-button', isBlock: false },
  { name: 'wishlist-count', isBlock: false },
  { name: 'alert', guests: 'line', guestsUnless: '[guests]', isBlock: false },
  { name: 'account' },
  { name: 'history', guests: 'line' },
  { name: 'credits', guests: 'line' },
  { name: 'benefits', guests: 'line' },
  { name: 'achievements', guests: 'line' },
  { name: 'dates', guests: 'line' },
  { name: 'receipt', guests: 'line' },
  { name: 'redeem', guests: 'line' },
  {
    name: 'earn',
    guests: 'line',
    guestsUnless: '[programme], [line], [price], [items], [product-id]',
    isBlock: false,
  },
  { name: 'panel', isBlock: false },
  { name: 'lists', guests: 'line' },
  { name: 'registry', guests: 'line' },
  { name: 'shared-list', guests: 'notice' },
  { name: 'share', guests: 'notice' },
  { name: 'events', isBlock: false, hasBox: false },
];
