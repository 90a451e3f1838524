/** Elements of the CDN build that are not in the table of `autoloader.ts`. A page with none of them does not load this file. */
const OTHER_ELEMENTS: Readonly<Record<string, () => Promise<unknown>>> = {
  'loyalty-events': () => import('./components/loyalty-events.ts'),
  'loyalty-lists': () => import('./components/loyalty-lists.ts'),
  'loyalty-registry': () => import('./components/loyalty-registry.ts'),
  'loyalty-share': () => import('./components/loyalty-share.ts'),
  'loyalty-shared-list': () => import('./components/loyalty-shared-list.ts'),
  'loyalty-wishlist-count': () => import('./components/loyalty-wishlist-count.ts'),
  'loyalty-achievements': () => import('./components/loyalty-achievements.ts'),
  'loyalty-benefits': () => import('./components/loyalty-benefits.ts'),
  'loyalty-dates': () => import('./components/loyalty-dates.ts'),
  'loyalty-receipt': () => import('./components/loyalty-receipt.ts'),
  'loyalty-earn': () => import('./components/loyalty-earn.ts'),
  'loyalty-panel': () => import('./components/loyalty-panel.ts'),
  'loyalty-redeem': () => import('./components/loyalty-redeem.ts'),
  'loyalty-credits': () => import('./components/loyalty-credits.ts'),
  'loyalty-history': () => import('./components/loyalty-history.ts'),
};

/** Defines the element with this tag; nothing if there is none. */
export const defineOther = (tag: string): Promise<unknown> | undefined => OTHER_ELEMENTS[tag]?.();
