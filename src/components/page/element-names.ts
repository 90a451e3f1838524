// Made by scripts/elements-index.mjs from catalogue.ts, the docblocks of the elements and the names of files.
export const ELEMENT_NAMES: readonly string[] = [
  'provider',
  'balance',
  'tier',
  'status',
  'card',
  'rewards',
  'wishlist',
  'wishlist-button',
  'wishlist-count',
  'alert',
  'account',
  'history',
  'credits',
  'benefits',
  'achievements',
  'dates',
  'receipt',
  'redeem',
  'earn',
  'panel',
  'lists',
  'registry',
  'shared-list',
  'share',
  'events',
];

/** Attributes without which an element shows nothing, by its name. */
export const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  'wishlist-button': ['product-id'],
  alert: ['product-id'],
  registry: ['list'],
  'shared-list': ['share'],
  share: ['list'],
};

/** Elements that show content of the page without the name of a slot. */
export const WITH_CONTENT: readonly string[] = ['provider', 'wishlist-button', 'panel'];
