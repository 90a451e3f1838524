import type { PagePart } from '../services/index.ts';

/** An element: `<loyalty-balance>` has the name `balance`, and its class is in `balance/loyalty-balance.ts`. */
export interface CatalogueEntry {
  readonly name: string;
  /** Loads the file that defines the element. */
  readonly define: () => Promise<unknown>;
  /** What it shows: requested before its file is loaded. */
  readonly parts?: readonly PagePart[];
  /**
   * What guests see: `line`, a notice that is one line high unless the element has `invites`; `small`, a notice in a box of their size;
   * `notice`, one in the box that members have.
   */
  readonly guests?: 'line' | 'small' | 'notice';
  /** A selector of the element where guests see something else. */
  readonly guestsUnless?: string;
  /** `<name>/<name>-styles.ts` exports the box that `loyalty.css` reserves for it, unless it shows nothing. */
  readonly hasBox?: false;
  /** Whether it is a block of the page, which does not touch what is above it: not, or a selector of when. */
  readonly isBlock?: false | string;
}

/**
 * Every element but the provider, which is part of each entry. The autoloader, the index, the styles of the page, the package's entries,
 * the table of the README and the tests of all elements follow this list.
 */
export const CATALOGUE: readonly CatalogueEntry[] = [
  {
    name: 'balance',
    define: () => import('./balance/loyalty-balance.ts'),
    parts: ['balances'],
    isBlock: "[variant='card']",
  },
  { name: 'tier', define: () => import('./tier/loyalty-tier.ts'), parts: ['tier'], guests: 'line' },
  {
    name: 'status',
    define: () => import('./status/loyalty-status.ts'),
    parts: ['balances', 'tier'],
    guests: 'line',
    guestsUnless: '[programme]',
  },
  {
    name: 'rewards',
    define: () => import('./rewards/loyalty-rewards.ts'),
    parts: ['rewards', 'balances'],
    guests: 'line',
  },
  {
    name: 'wishlist',
    define: () => import('./wishlist/loyalty-wishlist.ts'),
    parts: ['wishlist'],
    guests: 'small',
  },
  {
    name: 'wishlist-button',
    define: () => import('./wishlist-button/loyalty-wishlist-button.ts'),
    parts: ['wishlist'],
    isBlock: false,
  },
  {
    name: 'wishlist-count',
    define: () => import('./wishlist-count/loyalty-wishlist-count.ts'),
    isBlock: false,
  },
  { name: 'account', define: () => import('./account/loyalty-account.ts') },
  { name: 'history', define: () => import('./history/loyalty-history.ts'), guests: 'line' },
  { name: 'credits', define: () => import('./credits/loyalty-credits.ts'), guests: 'line' },
  { name: 'benefits', define: () => import('./benefits/loyalty-benefits.ts'), guests: 'line' },
  { name: 'achievements', define: () => import('./achievements/loyalty-achievements.ts'), guests: 'line' },
  { name: 'dates', define: () => import('./dates/loyalty-dates.ts'), guests: 'line' },
  { name: 'receipt', define: () => import('./receipt/loyalty-receipt.ts'), guests: 'line' },
  { name: 'redeem', define: () => import('./redeem/loyalty-redeem.ts'), guests: 'line' },
  {
    name: 'earn',
    define: () => import('./earn/loyalty-earn.ts'),
    guests: 'line',
    guestsUnless: '[programme], [line], [price], [items], [product-id]',
    isBlock: false,
  },
  { name: 'panel', define: () => import('./panel/loyalty-panel.ts'), isBlock: false },
  { name: 'lists', define: () => import('./lists/loyalty-lists.ts'), guests: 'line' },
  { name: 'registry', define: () => import('./registry/loyalty-registry.ts'), guests: 'line' },
  { name: 'shared-list', define: () => import('./shared-list/loyalty-shared-list.ts'), guests: 'notice' },
  { name: 'share', define: () => import('./share/loyalty-share.ts'), guests: 'notice' },
  { name: 'events', define: () => import('./events/loyalty-events.ts'), hasBox: false, isBlock: false },
];
