/**
 * Elements of the CDN build that are not in the table of `autoloader.ts`. A page with none of them does not load this file. What
 * their modules export is dropped: nothing uses it, and for it the elements' files would contain objects with their exports.
 */
const OTHER_ELEMENTS: Readonly<Record<string, () => Promise<unknown>>> = {
  'loyalty-events': () => import('./components/loyalty-events.ts').then(() => {}),
  'loyalty-lists': () => import('./components/loyalty-lists.ts').then(() => {}),
  'loyalty-registry': () => import('./components/loyalty-registry.ts').then(() => {}),
  'loyalty-share': () => import('./components/loyalty-share.ts').then(() => {}),
  'loyalty-shared-list': () => import('./components/loyalty-shared-list.ts').then(() => {}),
  'loyalty-wishlist-count': () => import('./components/loyalty-wishlist-count.ts').then(() => {}),
  'loyalty-achievements': () => import('./components/loyalty-achievements.ts').then(() => {}),
  'loyalty-benefits': () => import('./components/loyalty-benefits.ts').then(() => {}),
  'loyalty-dates': () => import('./components/loyalty-dates.ts').then(() => {}),
  'loyalty-receipt': () => import('./components/loyalty-receipt.ts').then(() => {}),
  'loyalty-earn': () => import('./components/loyalty-earn.ts').then(() => {}),
  'loyalty-panel': () => import('./components/loyalty-panel.ts').then(() => {}),
  'loyalty-redeem': () => import('./components/loyalty-redeem.ts').then(() => {}),
  'loyalty-credits': () => import('./components/loyalty-credits.ts').then(() => {}),
  'loyalty-history': () => import('./components/loyalty-history.ts').then(() => {}),
};

/** Defines the element with this tag; nothing if there is none. */
export const defineOther = (tag: string): Promise<unknown> | undefined => OTHER_ELEMENTS[tag]?.();
