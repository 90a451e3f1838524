import type { PagePart } from '../services/index.ts';

/** An element: `<loyalty-balance>` has the name `balance`, and its class is in `balance/loyalty-balance.ts`. */
export interface CatalogueEntry {
  readonly name: string;
  /** Loads the file that defines the element, without its exports: the files of the CDN have none. */
  readonly define: () => Promise<unknown>;
  /** What it shows: requested before its file is loaded. */
  readonly parts?: readonly PagePart[];
}

/**
 * Every element but the provider, which is part of each entry. The autoloader, the index, the styles of the page, the package's entries,
 * the table of the README and the tests of all elements follow this list. What no page loads stands in the docblock of the element: what guests
 * see, its box, what it needs (`scripts/elements-index.mjs`).
 */
export const CATALOGUE: readonly CatalogueEntry[] = [
  {
    name: 'balance',
    define: () => import('./balance/loyalty-balance.ts').then(() => {}),
    parts: ['balances'],
  },
  { name: 'tier', define: () => import('./tier/loyalty-tier.ts').then(() => {}), parts: ['tier'] },
  {
    name: 'status',
    define: () => import('./status/loyalty-status.ts').then(() => {}),
    parts: ['balances', 'tier', 'tiers'],
  },
  {
    name: 'card',
    define: () => import('./card/loyalty-card.ts').then(() => {}),
    parts: ['balances', 'tier'],
  },
  {
    name: 'rewards',
    define: () => import('./rewards/loyalty-rewards.ts').then(() => {}),
    parts: ['rewards', 'balances'],
  },
  {
    name: 'wishlist',
    define: () => import('./wishlist/loyalty-wishlist.ts').then(() => {}),
    parts: ['wishlist'],
  },
  {
    name: 'wishlist-button',
    define: () => import('./wishlist-button/loyalty-wishlist-button.ts').then(() => {}),
    parts: ['wishlist'],
  },
  {
    name: 'wishlist-count',
    define: () => import('./wishlist-count/loyalty-wishlist-count.ts').then(() => {}),
  },
  { name: 'alert', define: () => import('./alert/loyalty-alert.ts').then(() => {}), parts: ['wishlist'] },
  { name: 'account', define: () => import('./account/loyalty-account.ts').then(() => {}) },
  { name: 'history', define: () => import('./history/loyalty-history.ts').then(() => {}) },
  { name: 'credits', define: () => import('./credits/loyalty-credits.ts').then(() => {}) },
  { name: 'benefits', define: () => import('./benefits/loyalty-benefits.ts').then(() => {}) },
  { name: 'achievements', define: () => import('./achievements/loyalty-achievements.ts').then(() => {}) },
  { name: 'dates', define: () => import('./dates/loyalty-dates.ts').then(() => {}) },
  { name: 'receipt', define: () => import('./receipt/loyalty-receipt.ts').then(() => {}) },
  {
    name: 'redeem',
    define: () => import('./redeem/loyalty-redeem.ts').then(() => {}),
    parts: ['rewards', 'balances'],
  },
  {
    name: 'earn',
    define: () => import('./earn/loyalty-earn.ts').then(() => {}),
  },
  { name: 'panel', define: () => import('./panel/loyalty-panel.ts').then(() => {}), parts: ['balances'] },
  { name: 'lists', define: () => import('./lists/loyalty-lists.ts').then(() => {}) },
  { name: 'registry', define: () => import('./registry/loyalty-registry.ts').then(() => {}) },
  { name: 'shared-list', define: () => import('./shared-list/loyalty-shared-list.ts').then(() => {}) },
  { name: 'share', define: () => import('./share/loyalty-share.ts').then(() => {}) },
  { name: 'events', define: () => import('./events/loyalty-events.ts').then(() => {}) },
];
