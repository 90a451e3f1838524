/**
 * Elements of the CDN build that are not in the table of `autoloader.ts`. A page with none of them does not load this file. What
 * their modules export is dropped: nothing uses it, and for it the elements' files would contain objects with their exports.
 */
const OTHER_ELEMENTS: Readonly<Record<string, () => Promise<unknown>>> = {
  'loyalty-events': () => import('./components/events/loyalty-events.ts').then(() => {}),
  'loyalty-lists': () => import('./components/lists/loyalty-lists.ts').then(() => {}),
  'loyalty-registry': () => import('./components/registry/loyalty-registry.ts').then(() => {}),
  'loyalty-share': () => import('./components/share/loyalty-share.ts').then(() => {}),
  'loyalty-shared-list': () => import('./components/shared-list/loyalty-shared-list.ts').then(() => {}),
  'loyalty-wishlist-count': () => import('./components/wishlist-count/loyalty-wishlist-count.ts').then(() => {}),
  'loyalty-achievements': () => import('./components/achievements/loyalty-achievements.ts').then(() => {}),
  'loyalty-benefits': () => import('./components/benefits/loyalty-benefits.ts').then(() => {}),
  'loyalty-dates': () => import('./components/dates/loyalty-dates.ts').then(() => {}),
  'loyalty-receipt': () => import('./components/receipt/loyalty-receipt.ts').then(() => {}),
  'loyalty-earn': () => import('./components/earn/loyalty-earn.ts').then(() => {}),
  'loyalty-panel': () => import('./components/panel/loyalty-panel.ts').then(() => {}),
  'loyalty-redeem': () => import('./components/redeem/loyalty-redeem.ts').then(() => {}),
  'loyalty-credits': () => import('./components/credits/loyalty-credits.ts').then(() => {}),
  'loyalty-history': () => import('./components/history/loyalty-history.ts').then(() => {}),
};

/** Defines the element with this tag; nothing if there is none. */
export const defineOther = (tag: string): Promise<unknown> | undefined => OTHER_ELEMENTS[tag]?.();
